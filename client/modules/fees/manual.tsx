import { bill } from '@lobby/shared/modules/bill.ts';
import { manualBills } from '@lobby/shared/modules/fees.ts';
import { Eye, FilePlus2 } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { toast } from '../../kit/base/toast.ts';
import { ApiError, request } from '../../kit/http/api.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { FormContext } from '../../kit/ui/form/form-context.ts';
import { useFieldsForm } from '../../kit/ui/form/useFieldsForm.ts';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { thisMonth } from '../../kit/ui/today.ts';
import { useIdempotencyKey } from '../../kit/ui/useIdempotencyKey.ts';
import { styleClass } from '../../theme/classes.ts';
import { type ManualPlan, PlanTable } from './PlanTable.tsx';

const { serviceId, month, dueDate, content, amount, vatRate } = bill.fields;
const FIELDS = {
  serviceId,
  month,
  unitIds: { kind: 'refs', to: 'unit', max: 500, label: 'manual.units' },
  blockIds: { kind: 'refs', to: 'block', max: 50, label: 'manual.blocks' },
  amount: { ...amount, required: false },
  vatRate,
  quantity: { kind: 'decimal', min: 0.01 },
  dueDate,
  content,
} as const;
const PAIRS = ['serviceId', 'month', 'unitIds', 'blockIds', 'amount', 'vatRate', 'quantity', 'dueDate'];

const bodyClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', lg: 'minmax(0, 640px) minmax(0, 1fr)' },
  gridAutoRows: 'max-content',
  gap: '6',
  flex: '1',
  minH: '0',
  overflowY: 'auto',
  px: '4',
  pb: '4',
  '& form': { display: 'grid', gap: '4' },
  '& form > p': { textStyle: 'sm', color: 'fg.muted' },
  '& form > div:last-child': { display: 'flex', justifyContent: 'flex-end', gap: '2' },
  '& a': { color: 'accent.fg' },
});

/** Bills by hand: one service and month for some units or whole blocks, of an amount or by the tariff; looked at before they are made. */
export function Component() {
  const { t } = useTranslation(['bill', 'errors', 'kit']);
  const { idUnitGroup } = useParams();
  const id = useId();
  const mayMake = useCan(manualBills.code, 'write');
  const keyOf = useIdempotencyKey();
  const [busy, setBusy] = useState(false);
  const [plan, setPlan] = useState<{ of: object; plan: ManualPlan } | null>(null);
  const { form, reset, showRefusal } = useFieldsForm(FIELDS, { month: thisMonth() }, 'create', { errors: 'onSubmit' });
  const place = useMemo(
    () => ({ fields: FIELDS, name: bill.name, group: 'fields' as const, hold: () => undefined }),
    [],
  );
  async function send(ask: () => Promise<void>) {
    setBusy(true);
    try {
      await ask();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { shown, others } = showRefusal(error);
      if (shown === 0 || others > 0) toast({ tone: 'bad', title: error.message });
    } finally {
      setBusy(false);
    }
  }
  const look = form.handleSubmit(values =>
    send(async () => {
      const of = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
      const { data } = await request<ManualPlan>('POST', `${manualBills.path}/preview`, { ...scopeNow(), body: of });
      setPlan({ of, plan: data });
    }),
  );
  const make = () =>
    send(async () => {
      if (!plan) return;
      const { data } = await request<{ made: number }>('POST', manualBills.path, {
        ...scopeNow(),
        body: plan.of,
        idempotencyKey: keyOf(plan.of),
      });
      toast({ tone: 'done', title: t('manual.done', { count: data.made }) });
      reset({ month: thisMonth() });
      setPlan(null);
    });
  return (
    <ReportPage
      title={t('manual.title')}
      actions={
        <Link to={`/projects/${idUnitGroup}/${bill.route}?tab=drafts&createType=MANUAL`}>{t('manual.drafts')}</Link>
      }
    >
      <div className={bodyClass()}>
        <FormContext value={place}>
          <FormProvider {...form}>
            <form id={id} noValidate onChange={() => setPlan(null)} onSubmit={event => void look(event)}>
              <p>{t('manual.hint')}</p>
              <FieldPairs names={PAIRS} wide={['content']} />
              <div>
                <Button type="submit" icon={Eye} busy={busy && !plan} look={plan ? 'outline' : 'filled'}>
                  {t('manual.look')}
                </Button>
                {plan && mayMake && plan.plan.bills.length > 0 && (
                  <Button look="filled" icon={FilePlus2} busy={busy} onClick={() => void make()}>
                    {t('manual.make', { count: plan.plan.bills.length })}
                  </Button>
                )}
              </div>
            </form>
          </FormProvider>
        </FormContext>
        {plan && <PlanTable plan={plan.plan} />}
      </div>
    </ReportPage>
  );
}
