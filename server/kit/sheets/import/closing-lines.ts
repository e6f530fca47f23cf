import type { Definition } from '@lobby/shared/kit/definition.ts';
import { isBlank, placeOf, type SheetRow, shown } from './cells.ts';
import type { Column } from './columns.ts';

/** Beginnings of total and note lines in the five languages. With accents, since Tống is a family name. */
const BEGINS =
  /^((tổng|cộng|l[ũu]y kế|luỹ kế|ghi chú|lưu ý|chú thích|người lập|lập biểu|tong cong|ghi chu|luu y|nguoi lap|totals?|subtotal|sum|notes?|remarks?|prepared by)(?!\p{L})|合計|小計|備考|注|总计|合计|小计|备注|합계|소계|총계|비고)/iu;

/** Whether a line ends a table: a required field is empty, and it begins like a total or note. */
export function isClosing({ fields }: Definition, columns: readonly Column[], { cells }: SheetRow): boolean {
  const lacks = columns.some(
    ({ column, field }) => field && fields[field]?.required && isBlank(cells[placeOf(column)]),
  );
  return (
    lacks &&
    BEGINS.test(
      shown(cells.find(cell => !isBlank(cell)))
        .normalize('NFC')
        .trim(),
    )
  );
}
