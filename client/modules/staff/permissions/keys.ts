import { COLUMNS, declares, keyOf } from './grants.ts';

const names: readonly string[] = COLUMNS;

/** The cell a key moves to: the nearest one in the row or column whose module declares the flag; undefined if none. */
export function nextCell(codes: readonly string[], from: string, key: string): string | undefined {
  const [code = '', name = ''] = from.split('.');
  const row = codes.indexOf(code);
  const column = names.indexOf(name);
  if (row < 0 || column < 0) return undefined;
  const cells = COLUMNS.filter(flag => declares(code, flag)).map(flag => ({ flag, at: COLUMNS.indexOf(flag) }));
  const cell = (target: { flag: (typeof COLUMNS)[number] } | undefined) => target && keyOf(code, target.flag);
  const below = (rows: readonly string[]) => {
    const flag = COLUMNS[column];
    const target = flag && rows.find(candidate => declares(candidate, flag));
    return target && flag && keyOf(target, flag);
  };
  if (key === 'ArrowRight') return cell(cells.find(({ at }) => at > column));
  if (key === 'ArrowLeft') return cell(cells.findLast(({ at }) => at < column));
  if (key === 'ArrowDown') return below(codes.slice(row + 1));
  if (key === 'ArrowUp') return below(codes.slice(0, row).toReversed());
  if (key === 'Home') return cell(cells[0]);
  if (key === 'End') return cell(cells.at(-1));
  return undefined;
}
