import { type Fields, isAsked } from '@lobby/shared/kit/fields.ts';
import { BILL_MODES, bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { manualBills } from '@lobby/shared/modules/manual-bills.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../kit/base/toast.ts';
import { request } from '../../../kit/http/api.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { toastRefusal } from '../../../kit/i18n/toast-refusal.ts';
import { useDetail } from '../../../kit/live/useRows.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { useIdempotencyKey } from '../../../kit/ui/controls/useIdempotencyKey.ts';
import { useWriting } from '../../../kit/ui/form/form-context.ts';
import { readDecimal, readWhole } from '../../../kit/ui/form/inputs/numbers.ts';
import { readForm } from '../../../kit/ui/form/read-form.ts';
import { useFieldsForm } from '../../../kit/ui/form/useFieldsForm.ts';
import { useFormDraft } from '../../../kit/ui/form/useFormDraft.ts';
import { useSending } from '../../../kit/ui/form/useSending.ts';
import { thisMonth } from '../../../kit/ui/today.ts';
import { TYPED } from './ManualRows.tsx';
import { type ManualPlan, useManualPlan } from './manual-plan.ts';

const { amount, discountPercent, discountAmount } = bill.fields;
const ofMode = (...modes: (typeof BILL_MODES)[number][]) => ({ visibleWhen: { mode: modes } });
const fields = bill.fields;
const FIELDS = {
  unitIds: { kind: 'refs', to: 'unit', max: 500, label: 'manual.units' },
  blockIds: { kind: 'refs', to: 'block', max: 50, label: 'manual.blocks' },
  serviceId: fields.serviceId,
  month: { ...fields.month, visibleWhen: { createdFor: ['SERVICE'] } },
  createdFor: { kind: 'choice', options: ['SERVICE', 'DEBT'], initial: 'SERVICE' },
  debtMonth: fields.debtMonth,
  mode: { kind: 'choice', options: BILL_MODES, initial: 'QUANTITY', visibleWhen: { createdFor: ['SERVICE'] } },
  amount: { ...amount, ...ofMode('AMOUNT') },
  vatRate: { ...fields.vatRate, ...ofMode('AMOUNT') },
  vatIncluded: { ...fields.vatIncluded, ...ofMode('AMOUNT') },
  surchargeTax: { ...fields.surchargeTax, ...ofMode('AMOUNT') },
  quantity: { ...fields.quantity, ...ofMode('QUANTITY') },
  oldIndex: { ...fields.oldIndex, ...ofMode('INDEX') },
  newIndex: { ...fields.newIndex, ...ofMode('INDEX') },
  rolled: { ...fields.rolled, ...ofMode('INDEX') },
  coefficient: { ...fields.coefficient, ...ofMode('INDEX') },
  discountType: fields.discountType,
  discountPercent,
  discountAmount,
  changeReason: { ...fields.changeReason, visibleWhen: { discountType: ['PERCENT', 'FIXED'] } },
  periodStart: fields.periodStart,
  periodEnd: fields.periodEnd,
  noticeMonth: fields.noticeMonth,
  dueDate: fields.dueDate,
  accountingDate: fields.accountingDate,
  voucherDate: fields.voucherDate,
  content: fields.content,
  note: fields.note,
  attachments: fields.attachments,
} as const satisfies Fields;

export const PAIRS = [
  'unitIds',
  'blockIds',
  'serviceId',
  'month',
  'createdFor',
  'debtMonth',
  'mode',
  'quantity',
  'oldIndex',
  'newIndex',
  'amount',
  'vatRate',
  'vatIncluded',
  'surchargeTax',
  'dueDate',
];
export const MORE = [
  'discountType',
  'discountPercent',
  'discountAmount',
  'rolled',
  'coefficient',
  'periodStart',
  'periodEnd',
  'noticeMonth',
  'accountingDate',
  'voucherDate',
];
/** Values kept for the next unit. */
const KEPT = ['serviceId', 'month', 'createdFor', 'debtMonth', 'mode', 'dueDate', 'content'] as const;
const begun = () => ({ month: thisMonth() });

/** Request body from the form, without hidden fields. */
function bodyOf(values: Record<string, unknown>, rows: object[]): Record<string, unknown> {
  const inputs = Object.entries(FIELDS as Fields).filter(
    ([name, field]) => values[name] != null && isAsked(field, values),
  );
  return { ...Object.fromEntries(inputs.map(([name]) => [name, values[name]])), ...(rows.length > 0 && { rows }) };
}

/** State of the manual bill form, its preview, and saving. */
export function useManualForm() {
  const { t } = useTranslation(['bill', 'errors']);
  const { number } = useFormats();
  const how = useWriting();
  const keyOf = useIdempotencyKey();
  const frame = useRef<HTMLFormElement>(null);
  const base = useRef(null);
  const [rows, setRows] = useState<Record<string, string>>({});
  const { form, reset, showRefusal } = useFieldsForm(FIELDS, begun(), 'create', { errors: 'onSubmit' });
  const { busy, send } = useSending(showRefusal);
  const drafts = useFormDraft({
    form: 'manual-bill',
    recordId: undefined,
    fields: FIELDS,
    methods: form,
    base,
    begin: () => reset(begun()),
  });
  const place = useMemo(
    () => ({ fields: FIELDS, name: bill.name, group: 'fields' as const, hold: () => undefined }),
    [],
  );
  const typed = form.watch();
  const { values, errors } = readForm(FIELDS, typed, how, 'create');
  const { unitIds = [], blockIds = [] } = values as { unitIds?: string[]; blockIds?: string[] };
  const { serviceId, createdFor } = values as { serviceId?: string; createdFor?: string };
  const mode = createdFor === 'DEBT' ? 'AMOUNT' : ((values.mode ?? 'QUANTITY') as keyof typeof TYPED);
  const { data: of } = useDetail(service, serviceId);
  // Repeatable services are mostly charged by amount, opening debts always.
  const amountFirst = of?.repeatable || createdFor === 'DEBT';
  useEffect(() => {
    if (amountFirst) form.setValue('mode', 'AMOUNT');
  }, [amountFirst, form]);
  const read = mode === 'AMOUNT' ? readWhole : (text: string) => readDecimal(text, number(0.5));
  const filled = Object.entries(rows).flatMap(([unitId, text]) => {
    const value = text.trim() === '' ? null : read(text);
    return value === null || (blockIds.length === 0 && !unitIds.includes(unitId))
      ? []
      : [{ unitId, [TYPED[mode]]: value }];
  });
  const whole = Object.keys(errors).length === 0 && serviceId && unitIds.length + blockIds.length > 0;
  // Papers belong to one bill.
  const { attachments, ...counted } = whole ? bodyOf(values, filled) : {};
  const body = whole ? counted : null;
  const single = unitIds.length === 1 && blockIds.length === 0;
  const plan = useManualPlan(body);

  async function save(release: boolean): Promise<void> {
    if (!(await form.trigger()) || !body) return;
    await send(async () => {
      const { unitIds: _units, blockIds: _blocks, rows: _rows, ...rest } = body;
      const [path, sent] = single
        ? [bill.path, { ...rest, ...(attachments !== undefined && { attachments }), unitId: unitIds[0], release }]
        : [manualBills.path, { ...body, release }];
      const answer = await request<{ done?: string[]; refused?: ManualPlan['refused'] }>('POST', path, {
        ...scopeNow(),
        body: sent,
        idempotencyKey: keyOf(sent),
      });
      const { done, refused = [] } = answer.data;
      const going = answer.status === 202;
      const title = going ? t('manual.going') : t('manual.done', { count: single ? 1 : (done?.length ?? 0) });
      const [first] = refused;
      const words = { count: refused.length, why: first?.message ?? '' };
      if (first) void toastRefusal({ code: first.code, message: t('manual.refused', words) }, { title });
      else toast({ tone: 'done', title });
      drafts.clear();
      setRows({});
      reset({ ...begun(), ...Object.fromEntries(KEPT.map(name => [name, values[name]])) });
      frame.current?.querySelector<HTMLElement>('input, button')?.focus();
    });
  }
  return { form, place, frame, plan, mode, serviceId, single, rows, setRows, busy, save };
}
