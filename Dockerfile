# The program alone, about 40 MB:
#   docker build -t report . && docker run --rm -v "$PWD:/work" report apply my.csv
FROM --platform=$BUILDPLATFORM golang:1.26 AS build
WORKDIR /source
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG TARGETOS TARGETARCH
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -ldflags=-s -o /report ./cmd/report && mkdir /empty

FROM scratch
# Certificates are for report fetch, which downloads data; work in hand goes to /tmp.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build --chmod=1777 /empty /tmp
COPY --from=build /report /report
WORKDIR /work
ENTRYPOINT ["/report"]
