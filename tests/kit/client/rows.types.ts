// Compiled, never run: each line under `@ts-expect-error` must be refused by the compiler, at its own place.
import { defineModule } from '@lobby/shared/kit/define-module.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useDetail, useOptions, useRows } from '../../../client/kit/live/useRows.ts';
import { useHeldRow } from '../../../client/kit/records/useHeldRow.ts';
import { useRecord } from '../../../client/kit/ui/detail/useRecord.ts';
import { pairedForm } from '../../../client/kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../../client/kit/ui/pages/RecordsPage.tsx';
import { useRelatedRecords } from '../../../client/kit/ui/useRelatedRecords.ts';
import * as app from '../../../client/resident/data/rows.ts';

const permit = defineModule({
  name: 'permit',
  code: 'PERMIT',
  path: '/permit',
  title: 'name',
  flags: ['read', 'write'],
  fields: {
    name: { kind: 'text', max: 50, required: true },
    unitId: { kind: 'ref', to: 'unit' },
    kind: { kind: 'choice', options: ['DAY', 'NIGHT'], initial: 'DAY' },
    paid: { kind: 'money', initial: 0 },
    endsAt: { kind: 'instant' },
    text: { kind: 'longText', max: 500, detailOnly: true },
    seal: { kind: 'text', max: 50, kept: true },
    remark: { kind: 'text', max: 50, staffOnly: true },
  },
  statuses: { OPEN: { tone: 'going', icon: 'clock' }, CLOSED: { tone: 'ended', icon: 'ban' } },
  initial: 'OPEN',
  list: {
    columns: ['name', 'paid', 'status', 'createdAt'],
    sorts: ['name'],
    defaultSort: 'name',
    filters: ['status', 'unitId', 'kind', 'endsAt'],
    means: { due: { soon: [{ endsAt: { to: '2026-12-01' } }] } },
  },
});

export function Lists({ id, some }: { id: string | null; some: Definition }) {
  const rows = useRows(permit, {
    filter: {
      q: 'a',
      status: { in: ['OPEN'] },
      unitId: { in: ['none'] },
      endsAt: { to: '2026-12-01' },
      due: { in: ['soon'] },
    },
    sort: '-name',
    limit: 20,
    follow: permit.code,
  });
  const [row] = rows.data ?? [];
  const kind: 'DAY' | 'NIGHT' | undefined = row?.kind;
  const total: number | null = rows.total;
  const endsAt: string | null | undefined = row?.endsAt;
  const text: string | null | undefined = useDetail(permit, id).data?.text;
  const called: string | undefined = useOptions(permit, { filter: { kind: { in: ['DAY'] } } }).data?.[0]?.name;
  const option: 'DAY' | 'NIGHT' | undefined = useOptions(id !== null && permit).data?.[0]?.kind;
  const anything: unknown = useRows(some, { filter: { whatever: { in: ['a'] } }, sort: 'whatever' }).data?.[0];
  // @ts-expect-error a field of a row that is misspelt
  row?.paied;
  // @ts-expect-error a field that rows do not carry
  row?.text;
  // @ts-expect-error a field of no answer
  row?.seal;
  // @ts-expect-error a filter that is misspelt
  useRows(permit, { filter: { unitID: { in: ['a'] } } });
  // @ts-expect-error a field that is no filter
  useRows(permit, { filter: { paid: { from: '1' } } });
  // @ts-expect-error a status that is misspelt
  useRows(permit, { filter: { status: { in: ['OPN'] } } });
  // @ts-expect-error a sort that is misspelt
  useRows(permit, { sort: 'nmae' });
  // @ts-expect-error a field that is no option's
  useOptions(permit).data?.[0]?.paid;
  // @ts-expect-error a filter of options that is misspelt
  useOptions(permit, { filter: { knid: { in: ['DAY'] } } });
  return [kind, total, endsAt, text, called, option, anything];
}

export function Records({ id }: { id: string }) {
  const paid: (number | undefined)[] = [useRecord(permit, id).row?.paid, useHeldRow(permit, id).paid];
  useRelatedRecords(permit, 'unitId', id, 5, { status: { in: ['OPEN'] } });
  // @ts-expect-error a field of a live record that is misspelt
  useRecord(permit, id).row?.paied;
  // @ts-expect-error a field of a held row that is misspelt
  useHeldRow(permit, id).paied;
  // @ts-expect-error a reference that is no filter
  useRelatedRecords(permit, 'untiId', id, 5);
  return paid;
}

export function InApp({ id }: { id: string }) {
  const rows = app.useRows<typeof permit>('/permit', { filter: { status: { in: ['OPEN'] } }, limit: 20 }, ['PERMIT']);
  const text: string | null | undefined = app.useDetail<typeof permit>('/permit', id).data?.text;
  // @ts-expect-error a path that is misspelt
  app.useRows<typeof permit>('/permits', {});
  // @ts-expect-error a filter that is misspelt
  app.useRows<typeof permit>('/permit', { filter: { staus: { in: ['OPEN'] } } });
  // @ts-expect-error a field that is for staff
  rows.data?.[0]?.remark;
  return [rows.data?.[0]?.paid, text];
}

const WIDTHS = { name: 120, paid: 90, status: 80 };
const MISSPELT = { name: 120, paied: 90 };
const FORM = pairedForm(['name', 'unitId'], ['text']);
const WRONG_FORM = pairedForm(['name', 'untiId'], ['text']);

export const pages = [
  RecordsPage({
    definition: permit,
    widths: WIDTHS,
    hidden: ['paid'],
    form: FORM,
    cells: { paid: row => row.paid + 1 },
    detail: { title: row => row.name, facts: ['unitId'], sections: [['what', ['text']]] },
  }),
  // @ts-expect-error a width of no column
  RecordsPage({ definition: permit, widths: MISSPELT }),
  // @ts-expect-error a hidden column that is misspelt
  RecordsPage({ definition: permit, hidden: ['paied'] }),
  // @ts-expect-error a day of a calendar that is misspelt
  RecordsPage({ definition: permit, shapes: { calendar: { field: 'endAt', line: row => row.name } } }),
  // @ts-expect-error a field of a form that is misspelt
  RecordsPage({ definition: permit, form: WRONG_FORM }),
  // @ts-expect-error a cell of no column
  RecordsPage({ definition: permit, cells: { paied: () => null } }),
  // @ts-expect-error a field of a record that is misspelt
  RecordsPage({ definition: permit, detail: { title: row => row.nmae } }),
  // @ts-expect-error a fact that is misspelt
  RecordsPage({ definition: permit, detail: { facts: ['untiId'] } }),
  // @ts-expect-error a field of a section that is misspelt
  RecordsPage({ definition: permit, detail: { sections: [['what', ['txet']]] } }),
];
