import { readPhone } from '@lobby/shared/kit/contact.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { isUngrouped, listedChoice } from '@lobby/shared/kit/fields.ts';
import { isLate, isPayable } from '@lobby/shared/kit/money.ts';
import { wordsOf } from '@lobby/shared/kit/rich-text.ts';
import { printedTaxCode } from '@lobby/shared/kit/tax-code-text.ts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { styleClass } from '../../../../theme/classes.ts';
import type { Row } from '../../../base/matches.ts';
import { now } from '../../../http/clock.ts';
import type { Formats } from '../../../i18n/format.ts';
import { Late, lateWord, Status } from '../../marks/Status.tsx';
import { today } from '../../today.ts';
import type { Column } from '../columns/columns.ts';
import { RefLabels, RefName } from './RefName.tsx';

const lateClass = styleClass({ color: 'bad.fg' });

/** Context of a cell beside its row. */
export interface CellContext {
  definition: Definition;
  /** Words of the module, then of the kit. */
  t: TFunction;
  formats: Formats;
  /** Values that the tab gives all rows, by field. */
  fixed?: ReadonlyMap<string, string>;
}

type Draw = (value: unknown, context: CellContext, field: string) => ReactNode;

const text: Draw = (value, { definition }, name) => {
  const field = definition.fields[name];
  return field?.kind === 'text' && field.taxCode ? printedTaxCode(String(value)) : String(value);
};
const number: Draw = (value, { definition, formats }, name) => {
  if (typeof value !== 'number') return null;
  const field = definition.fields[name];
  return field && isUngrouped(field) ? value : formats.number(value);
};
const day: Draw = (value, { formats }) => formats.day(String(value));
const refTo = ({ definition }: CellContext, field: string) => {
  const declared = definition.fields[field];
  return declared?.kind === 'ref' || declared?.kind === 'refs' ? declared.to : '';
};

const DRAW: Record<Column['kind'], Draw> = {
  text,
  longText: text,
  richText: value => wordsOf(String(value)),
  choice(value, { t, definition }, name) {
    const field = definition.fields[name];
    const state = field?.kind === 'choice' ? field.states?.[String(value)] : undefined;
    const word = t(`options.${name}.${value}`);
    if (!state) return word;
    return (
      <Status tone={state.tone} icon={state.icon}>
        {word}
      </Status>
    );
  },
  flag: (value, { t }) => (value ? t('kit:yes') : null),
  integer: number,
  money: (value, { formats }) => (typeof value === 'number' ? formats.money(value) : null),
  percent: (value, { formats }) => (typeof value === 'number' ? formats.percent(value) : null),
  decimal: number,
  date: day,
  month: day,
  instant: (value, { formats }) => formats.dateTime(String(value)),
  ref: (value, context, field) => <RefName to={refTo(context, field)} id={String(value)} />,
  refs: (value, context, field) => <RefLabels to={refTo(context, field)} ids={Array.isArray(value) ? value : []} />,
  phone: value => readPhone(String(value)),
  email: text,
  identifier: text,
  files: value => (Array.isArray(value) && value.length > 0 ? value.length : null),
  lines(value, { t, definition }, name) {
    if (!Array.isArray(value) || value.length === 0) return null;
    const field = definition.fields[name];
    const [part] = (field && listedChoice(field)) ?? [];
    return part ? value.map(line => t(`options.${part}.${line[part]}`)).join(', ') : value.length;
  },
  status: (value, { definition, t }) => {
    const status = definition.statuses?.[String(value)];
    return (
      status && (
        <Status tone={status.tone} icon={status.icon}>
          {t(`statuses.${value}`)}
        </Status>
      )
    );
  },
};

/** Cells rendered by the module, by column `N`. */
export type Cells<R, N extends string = string> =
  | Readonly<Partial<Record<N, (row: R, context: CellContext) => ReactNode>>>
  | undefined;

/** Content of a cell: rendered by the module, or by the kind of its field. */
export const cellContent = (
  column: Column,
  row: Row,
  { cells, context }: { cells?: Cells<Row>; context: CellContext },
): ReactNode => cells?.[column.field]?.(row, context) ?? drawCell(column, row, context);

/** Day and hour of a row for narrow places; of today the hour alone. What a module draws is not divided. */
export function momentOf(column: Column | undefined, row: Row, view: Parameters<typeof cellContent>[2]): ReactNode[] {
  const at = column && row[column.field];
  if (column?.kind !== 'instant' || !at || view.cells?.[column.field])
    return [column && cellContent(column, row, view)];
  const { formats } = view.context;
  const [day, hour] = [formats.when(String(at), now()), formats.time(String(at))];
  return day === hour ? [hour] : [day, hour];
}

/** Default content of a column's cell. */
export function drawCell(column: Column, row: Row, context: CellContext): ReactNode {
  const value = row[column.field];
  if (value === null || value === undefined || value === '') return null;
  const { money } = context.definition;
  if (money && isLate(money, row, today())) {
    if (column.field === (money.state?.field ?? 'status')) return <Late>{context.t('kit:money.late')}</Late>;
    if (column.field === money.due) return <span className={lateClass()}>{day(value, context, column.field)}</span>;
  }
  if (money?.state?.field === column.field && !isPayable(money, row)) return DRAW.status(row.status, context, 'status');
  const { late } = context.definition.list;
  if (late && row[late.flag] === (late.is ?? true)) {
    if (column.field === 'status')
      return <Late>{lateWord(context.t('kit:money.late'), context.t(`statuses.${value}`))}</Late>;
    if (column.field === late.day) return <span className={lateClass()}>{day(value, context, column.field)}</span>;
  }
  return DRAW[column.kind](value, context, column.field);
}
