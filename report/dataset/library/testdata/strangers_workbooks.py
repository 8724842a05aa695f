
import datetime, openpyxl
def book(name, rows, change=None):
    wb = openpyxl.Workbook(); ws = wb.active; ws.title = "Data"
    for row in rows: ws.append(row)
    if change: change(wb, ws)
    wb.save(name)
plain = [["u", "v"]] + [[i * i % 7 + .5, i * 3 % 5 + .25] for i in range(8)]
book("plain.xlsx", plain)
book("named.xlsx", [["name"] + plain[0] + ["kind"]] + [["r%d" % i] + r + ["pq"[i % 2]] for i, r in enumerate(plain[1:])])
book("dates.xlsx", [["day"] + plain[0]] + [[datetime.date(2024, 5, 1 + i)] + r for i, r in enumerate(plain[1:])])
book("formula.xlsx", plain, lambda wb, ws: ws.__setitem__("B3", "=A3+1"))
book("merged.xlsx", plain, lambda wb, ws: ws.merge_cells("A1:B1"))
book("head.xlsx", plain, lambda wb, ws: ws.__setitem__("B1", None))
book("error.xlsx", plain, lambda wb, ws: ws.__setitem__("B3", "#N/A"))
book("sheets.xlsx", plain, lambda wb, ws: wb.create_sheet("Other").append([1]))
