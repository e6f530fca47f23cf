import type { Fields } from '@lobby/shared/kit/fields.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { useEffect, useId, useMemo, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../kit/base/matches.ts';
import { toast } from '../../../kit/base/toast.ts';
import { request } from '../../../kit/http/api.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { LeaveButton } from '../../../kit/ui/controls/LeaveButton.tsx';
import { RadioCards } from '../../../kit/ui/controls/RadioCards.tsx';
import { FieldPairs } from '../../../kit/ui/form/FieldPairs.tsx';
import { FormContext, useWriting } from '../../../kit/ui/form/form-context.ts';
import { readForm, type TypedValues } from '../../../kit/ui/form/read-form.ts';
import { useFieldsForm } from '../../../kit/ui/form/useFieldsForm.ts';
import { useSending } from '../../../kit/ui/form/useSending.ts';
import { Dialog } from '../../../kit/ui/overlay/Dialog.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { type Adjusted, AdjustPreview } from './AdjustPreview.tsx';
import { useAsked } from './useAsked.ts';

const { month, noticeMonth, accountingDate, voucherDate, totalPayment } = bill.actions.correct.input;
const { attachments } = bill.fields;
const FIELDS = {
  totalPayment: { ...totalPayment, required: true },
  newTotal: { kind: 'money', label: 'adjusting.newTotal' },
  month,
  noticeMonth,
  accountingDate,
  voucherDate,
  reason: { kind: 'longText', max: 1000, required: true },
  attachments,
} as const satisfies Fields;
const PAIRS = ['totalPayment', 'newTotal', 'month', 'noticeMonth', 'accountingDate', 'voucherDate'];
const TYPES = ['ADJUST_DOWN', 'ADJUST_UP'] as const;
type Type = (typeof TYPES)[number];

const bodyClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
  gap: '5',
  '& form': { display: 'grid', gap: '4', alignContent: 'start' },
});

/** Adjusts a released bill by an amount or to a new total, with a preview of bill, account and journal entry. */
export function AdjustDialog({ row, onClose }: { row: RecordOf<typeof bill>; onClose: () => void }) {
  const { t } = useTranslation(['bill', 'common']);
  const { number } = useFormats();
  const id = useId();
  const how = useWriting();
  const [type, setType] = useState<Type>('ADJUST_DOWN');
  const { form, showRefusal } = useFieldsForm(FIELDS, {}, 'create', { errors: 'onSubmit' });
  const { busy, setBusy, send } = useSending(showRefusal);
  const place = useMemo(
    () => ({ fields: FIELDS, name: bill.name, group: 'inputs' as const, hold: setBusy }),
    [setBusy],
  );
  const total = row.total ?? 0;
  const of = (typed: TypedValues) => readForm(FIELDS, typed, how, 'create').values;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is watched once
  useEffect(() => {
    const { unsubscribe } = form.watch((typed, { name, type: by }) => {
      if (by !== 'change') return;
      const values = of(typed as TypedValues);
      if (name === 'newTotal' && typeof values.newTotal === 'number') {
        setType(values.newTotal > total ? 'ADJUST_UP' : 'ADJUST_DOWN');
        form.setValue('totalPayment', number(Math.abs(values.newTotal - total)));
      } else if (name === 'totalPayment') form.setValue('newTotal', '');
    });
    return unsubscribe;
  }, [form, total]);
  const { newTotal: _new, attachments: _files, reason: _why, ...input } = of(form.watch());
  const plan = useAsked<Adjusted>(
    'PUT',
    `${bill.path}/${row.id}/adjust/preview`,
    typeof input.totalPayment === 'number' && input.totalPayment > 0 ? { ...input, type } : null,
    bill.code,
  );
  const submit = form.handleSubmit(({ newTotal: _target, ...values }) =>
    send(async () => {
      await request('PUT', `${bill.path}/${row.id}/adjust`, {
        ...scopeNow(),
        body: { ...values, type, version: row.version },
      });
      toast({ tone: 'done', title: t('adjusting.done') });
      onClose();
    }),
  );
  return (
    <Dialog
      open
      wide
      title={t('adjusting.title', { code: row.code ?? '' })}
      onClose={onClose}
      footer={
        <>
          <LeaveButton onClick={onClose} />
          <Button type="submit" form={id} look="filled" busy={busy}>
            {t('actions.adjust')}
          </Button>
        </>
      }
    >
      <div className={bodyClass()}>
        <FormContext value={place}>
          <FormProvider {...form}>
            <form id={id} noValidate onSubmit={event => void submit(event)}>
              <RadioCards<Type>
                label={t('inputs.type')}
                cards={TYPES.map(value => ({ value, label: t(`options.type.${value}`) }))}
                value={type}
                onChange={setType}
              />
              <FieldPairs names={PAIRS} wide={['reason', 'attachments']} />
            </form>
          </FormProvider>
        </FormContext>
        <Refused error={plan.error?.message} code={plan.error?.code} />
        {!plan.error && plan.data && <AdjustPreview of={plan.data} />}
      </div>
    </Dialog>
  );
}
