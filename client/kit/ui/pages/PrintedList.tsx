import type { ColumnIn, FieldIn } from '@lobby/shared/kit/define-module.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { MOST_CHOSEN } from '@lobby/shared/kit/paging.ts';
import { List } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { both, type Row, rowKind } from '../../base/matches.ts';
import { now } from '../../http/clock.ts';
import { filterValues } from '../../http/query.ts';
import { readFirst } from '../../http/read-all.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { readListState, tabOf, usualSort } from '../../list/url.ts';
import { useQuery } from '../../live/useQuery.ts';
import { useFieldWords } from '../form/form-context.ts';
import { drawCell } from '../list/rows/cells.tsx';
import { PrintedTable } from './PrintedTable.tsx';

/** One more than are printed, to detect that there are more. */
const read = readFirst(MOST_CHOSEN + 1);

const FIGURES: ReadonlySet<string> = new Set(['integer', 'money', 'percent', 'decimal']);

export interface PrintedListProps<D extends Definition = Definition> {
  definition: D;
  title: string;
  /** Fields of its table from left to right, optionally `status`. */
  columns: readonly ColumnIn<D>[];
  /** Field by whose value rows are grouped. */
  by?: FieldIn<D>;
  /** Headers of columns to be filled in by hand. */
  boxes?: readonly string[];
}

/** A list as a printable table, with the filter and sort of its URL; as many rows as an export of selected ones. */
export function PrintedList<D extends Definition>({ definition, title, columns, by, boxes = [] }: PrintedListProps<D>) {
  const { idUnitGroup = '' } = useParams();
  const [params] = useSearchParams();
  const { t } = useTranslation([definition.name, 'kit']);
  const { language } = useLanguage();
  const say = useFieldWords(definition.name);
  const formats = useFormats();
  const scope = { projectId: idUnitGroup };
  const query = useMemo(() => {
    const { tab, sort, filter } = readListState(params, definition);
    const open = tabOf(definition, tab, filter);
    const shown = both(definition.list.tabs?.[open ?? ''] ?? {}, filter);
    return { filter: filterValues(shown), sort: sort ?? usualSort(definition, open) };
  }, [params, definition]);
  const { data, error } = useQuery<Row[]>(definition.path, { scope, query, read });
  const rows = data?.slice(0, MOST_CHOSEN);
  const isPart = data !== null && data.length > MOST_CHOSEN;
  const drawn = columns.map(field => {
    const kind = field === 'status' ? ('status' as const) : (rowKind(definition, field) ?? 'text');
    return { field, kind, width: 0, grows: false, sort: null };
  });
  const groups = by
    ? [...Map.groupBy(rows ?? [], row => String(row[by] ?? ''))].toSorted(([a], [b]) => a.localeCompare(b, language))
    : ([['', rows ?? []]] as const);
  return (
    <PrintedTable
      title={title}
      icon={List}
      failed={error !== null}
      line={
        rows && (
          <>
            {formats.dateTime(new Date(now()).toISOString())} · <b>{t('count', { count: rows.length })}</b>
            {isPart && <span role="alert"> · {t('kit:print.part', { count: MOST_CHOSEN })}</span>}
          </>
        )
      }
    >
      <thead>
        <tr>
          {drawn.map(({ field, kind }) => (
            <th key={field} data-figure={FIGURES.has(kind) ? '' : undefined}>
              {say.label(field)}
            </th>
          ))}
          {boxes.map(head => (
            <th key={head} data-box="">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(([group, ofGroup]) => (
        <tbody key={group}>
          {by && (
            <tr>
              <th colSpan={drawn.length + boxes.length} scope="rowgroup">
                {say.label(by)} {group || '–'} · {ofGroup.length}
              </th>
            </tr>
          )}
          {ofGroup.map(row => (
            <tr key={row.id}>
              {drawn.map(column => (
                <td key={column.field} data-figure={FIGURES.has(column.kind) ? '' : undefined}>
                  {column.kind === 'status'
                    ? say.status(String(row.status ?? ''))
                    : drawCell(column, row, { definition, t, formats })}
                </td>
              ))}
              {boxes.map(head => (
                <td key={head} data-box="" />
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </PrintedTable>
  );
}
