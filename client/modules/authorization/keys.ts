import { COLUMNS, declares, keyOf } from './grants.ts';

const names: readonly string[] = COLUMNS;

/** The cell a key moves to: the nearest one in the row or column whose module declares the flag; undefined if none. */
export function nextCell(codes: readonly string[], from: string, key: string): string | undefined {
  const [code = '', name = ''] = from.split('.');
  const row = codes.indexOf(code);
  const column = names.indexOf(name);
  if (row < 0 || column < 0) return undefined;
  const own = COLUMNS.filter(flag => declares(code, flag)).map(flag => ({ flag, at: COLUMNS.indexOf(flag) }));
  const cell = (found: { flag: (typeof COLUMNS)[number] } | undefined) => found && keyOf(code, found.flag);
  const below = (rows: readonly string[]) => {
    const flag = COLUMNS[column];
    const found = flag && rows.find(one => declares(one, flag));
    return found && flag && keyOf(found, flag);
  };
  if (key === 'ArrowRight') return cell(own.find(({ at }) => at > column));
  if (key === 'ArrowLeft') return cell(own.findLast(({ at }) => at < column));
  if (key === 'ArrowDown') return below(codes.slice(row + 1));
  if (key === 'ArrowUp') return below(codes.slice(0, row).toReversed());
  if (key === 'Home') return cell(own[0]);
  if (key === 'End') return cell(own.at(-1));
  return undefined;
}
