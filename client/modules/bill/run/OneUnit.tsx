import type { BillLine } from '@lobby/shared/billing/explain.ts';
import type { runPreview } from '@lobby/shared/modules/bill-run.contract.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { Calculator } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAddressValues } from '../../../kit/base/useAddressValues.ts';
import { request } from '../../../kit/http/api.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Combobox } from '../../../kit/ui/controls/Combobox.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { useIdempotencyKey } from '../../../kit/ui/controls/useIdempotencyKey.ts';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { nameOf, useRefLoad, useRefs } from '../../../kit/ui/form/inputs/choices/ref-options.ts';
import { DayInput } from '../../../kit/ui/form/inputs/dates/DayInput.tsx';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { ReportPage } from '../../../kit/ui/pages/ReportPage.tsx';
import { Empty, EmptyState } from '../../../kit/ui/states/EmptyState.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { thisMonth } from '../../../kit/ui/today.ts';
import { styleClass } from '../../../theme/classes.ts';
import { useBillLines } from '../index.ts';

interface Line extends BillLine {
  serviceId: string;
  first: boolean;
}

const bodyClass = styleClass({
  flex: '1',
  minH: '0',
  overflowY: 'auto',
  px: '4',
  pb: '4',
  '& ul': { py: '3' },
  '& tbody th': { whiteSpace: 'normal' },
});

/** Previews the bills of one unit for a month, and creates only those. */
export function OneUnit({ onStarted }: { onStarted: (id: string) => void }) {
  const { t } = useTranslation('bill-run');
  const { money } = useFormats();
  const [params, put] = useAddressValues<'unitId' | 'of'>();
  const unitId = params.get('unitId') ?? '';
  const month = params.get('of') ?? thisMonth();
  const load = useRefLoad(unit.name);
  const [ref] = useRefs(unit.name, unitId ? [unitId] : []);
  const linesOf = useBillLines();
  const mayMake = useCan(billRun.code, 'write');
  const keyOf = useIdempotencyKey();
  const { busy, error: refused, code, run } = useSubmit();
  const { data } = useContract<typeof runPreview>(
    '/bill/run/preview',
    unitId && { follow: billRun.code, delay: 1500, query: { unitId, month } },
  );
  const lines = (data?.bills ?? []).flatMap((bill): Line[] =>
    linesOf(bill, bill.unitName).map((line, n) => ({ ...line, serviceId: bill.serviceId, first: n === 0 })),
  );
  const make = () =>
    run(async () => {
      const body = {
        month,
        serviceIds: data?.bills.map(({ serviceId }) => serviceId) ?? [],
        scope: { unitIds: [unitId] },
      };
      const made = await request<{ id: string }>('POST', billRun.path, {
        ...scopeNow(),
        body,
        idempotencyKey: keyOf(body),
      });
      onStarted(made.data.id);
    });
  return (
    <ReportPage
      title={t('one.title')}
      asks={
        <>
          <Field label={t('items.unitId')}>
            <Combobox
              load={load}
              value={unitId ? { value: unitId, label: nameOf(ref) } : null}
              onChange={option => put('unitId', option?.value ?? '')}
            />
          </Field>
          <Field label={t('fields.month')}>
            <DayInput kind="month" label={t('fields.month')} value={month} onChange={value => put('of', value)} />
          </Field>
        </>
      }
      actions={
        mayMake &&
        lines.length > 0 && (
          <Button look="filled" busy={busy} onClick={() => void make()}>
            {t('one.make', { count: data?.bills.length ?? 0 })}
          </Button>
        )
      }
    >
      {!unitId && <EmptyState icon={Calculator} title={t('one.choose')} />}
      {unitId && !data && <SkeletonRows />}
      {unitId && data && (
        <div className={bodyClass()}>
          <Refused error={refused} code={code} />
          {lines.length === 0 && <Empty icon={Calculator} title={t('one.none')} />}
          {lines.length > 0 && (
            <FigureTable<Line>
              label={t('one.title')}
              rows={lines}
              keyOf={({ serviceId, key }) => `${serviceId} ${key}`}
              columns={[
                {
                  key: 'service',
                  label: t('preview.service'),
                  cell: ({ serviceId, first }) => first && <RefName to="service" id={serviceId} />,
                  foot: t('preview.total'),
                },
                { key: 'what', label: t('one.line'), cell: ({ what }) => what },
                {
                  key: 'amount',
                  label: t('preview.total'),
                  figure: true,
                  cell: ({ amount }) => money(amount),
                  foot: money(data.total),
                },
              ]}
            />
          )}
          {data.skipped.length > 0 && (
            <ul aria-label={t('items.views.skipped')}>
              {data.skipped.map(({ serviceId, reason }) => (
                <li key={serviceId}>
                  <RefName to="service" id={serviceId} />: {t(`reasons.${reason}`)}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </ReportPage>
  );
}
