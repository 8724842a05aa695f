package vgfpdf

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"fmt"
	"image"
	"image/draw"
	"image/png"

	"github.com/go-pdf/fpdf"
)

// register makes an image known to the document under a name that is a hash of
// its pixels, so that an image drawn often is embedded once.
func register(doc *fpdf.Fpdf, img image.Image) (name string, err error) {
	var encoded bytes.Buffer
	if err := png.Encode(&encoded, eightBit(img)); err != nil {
		return "", fmt.Errorf("encode image: %w", err)
	}
	sum := sha256.Sum256(encoded.Bytes())
	name = fmt.Sprintf("%x.png", sum)
	if doc.GetImageInfo(name) != nil {
		return name, nil
	}
	info := doc.RegisterImageOptionsReader(name, fpdf.ImageOptions{ImageType: "png"}, &encoded)
	if err := doc.Error(); err != nil {
		return "", err
	}
	if err := orderByHash(info, sum); err != nil {
		return "", err
	}
	return name, nil
}

// orderByHash gives an image its own place in the file. fpdf keeps images in a map
// and, even with a sorted catalogue, writes them in the order of their widths:
// those of equal width come in another order every time. A fraction of a pixel,
// from the image's hash, makes all widths different; the width written to the
// file is a whole number all the same, and the size on the page does not come
// from it. The gob form of an image is the only door to its width.
func orderByHash(info *fpdf.ImageInfoType, sum [sha256.Size]byte) error {
	encoded, err := info.GobEncode()
	if err != nil {
		return fmt.Errorf("read registered image: %w", err)
	}
	var (
		data, mask, palette              []byte
		object, bits                     int
		width, height, scale, resolution float64
		colorSpace, filter, parameters   string
		transparency                     []int
		fields                           = []any{&data, &mask, &object, &width, &height, &colorSpace, &palette, &bits, &filter, &parameters, &transparency, &scale, &resolution}
		decoder                          = gob.NewDecoder(bytes.NewReader(encoded))
		changed                          bytes.Buffer
		encoder                          = gob.NewEncoder(&changed)
	)
	for _, field := range fields {
		if err := decoder.Decode(field); err != nil {
			return fmt.Errorf("read registered image: %w", err)
		}
	}
	width += float64(binary.BigEndian.Uint32(sum[:])) / (1 << 33) // below a half
	for _, field := range fields {
		if err := encoder.Encode(field); err != nil {
			return fmt.Errorf("change registered image: %w", err)
		}
	}
	if err := info.GobDecode(changed.Bytes()); err != nil {
		return fmt.Errorf("change registered image: %w", err)
	}
	return nil
}

// eightBit returns img in a form that encodes to the PNG variants fpdf reads
// well: grey or true colour with eight bits a channel, no palette.
func eightBit(img image.Image) image.Image {
	switch img.(type) {
	case *image.Gray, *image.NRGBA, *image.RGBA:
		return img
	}
	bounds := img.Bounds()
	out := image.NewNRGBA(image.Rect(0, 0, bounds.Dx(), bounds.Dy()))
	draw.Draw(out, out.Bounds(), img, bounds.Min, draw.Src)
	return out
}
