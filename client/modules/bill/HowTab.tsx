import { type BillRow, bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { FigureTable } from '../../kit/ui/FigureTable.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { type BillLine, useBillLines } from './lines.ts';

const noteClass = styleClass({ color: 'fg.muted', textStyle: 'sm', pb: '2' });

/** How a bill came to its total, line by line, as one would say it to the resident. */
export function HowTab({ id }: { id: string }) {
  const { t } = useTranslation('bill');
  const { number, money, day } = useFormats();
  const linesOf = useBillLines();
  const { data: own } = useQuery<BillRow>(`${bill.path}/${id}`, { follow: bill.code, delay: 500 });
  const { data: of } = useQuery<{ unitName: string | null }>(own ? `${service.path}/${own.serviceId}` : null);
  if (!own) return <SkeletonRows />;
  const unit = of?.unitName ?? '';
  const lines = [
    ...linesOf(own, unit),
    ...(own.lowered ? [{ key: 'lowered', what: t('fields.lowered'), amount: -own.lowered }] : []),
  ];
  return (
    <DetailBody>
      <div className={noteClass()}>
        {own.periodStart && own.periodEnd && (
          <p>{t('how.period', { from: day(own.periodStart), to: day(own.periodEnd) })}</p>
        )}
        {own.readings.map(({ meter, oldIndex, newIndex, coefficient }) => (
          <p key={meter}>
            {meter} · {t('how.readings', { from: number(oldIndex ?? 0), to: number(newIndex ?? 0) })}
            {coefficient !== null && coefficient !== 1 && ` × ${number(coefficient)}`}
          </p>
        ))}
        {own.readings.length === 0 && own.newIndex !== null && (
          <p>{t('how.readings', { from: number(own.oldIndex ?? 0), to: number(own.newIndex) })}</p>
        )}
        {Boolean(own.allowance) && <p>{t('how.allowance', { quantity: number(own.allowance ?? 0), unit })}</p>}
      </div>
      <FigureTable<BillLine>
        label={t('how.tab')}
        rows={lines}
        keyOf={({ key }) => key}
        columns={[
          { key: 'what', label: t('fields.items'), cell: ({ what }) => what, foot: t('fields.total') },
          {
            key: 'amount',
            label: t('fields.total'),
            figure: true,
            cell: ({ amount }) => money(amount),
            foot: money(own.total - own.lowered),
          },
        ]}
      />
      {own.interestLines.length > 0 && (
        <FigureTable
          label={t('how.late')}
          rows={own.interestLines.map((one, at) => ({ ...one, at }))}
          keyOf={({ at }) => at}
          columns={[
            {
              key: 'what',
              label: t('how.late'),
              cell: ({ base, rate, days, from, to, billId, waived }) => (
                <>
                  {t('how.interest', { base: money(base ?? 0), rate: number(rate ?? 0), days: days ?? 0 })}
                  <br />
                  <small>
                    {from && day(from)} – {to && day(to)}
                    {billId && ` · ${t('how.charged')}`}
                    {waived && ` · ${t('how.waived')}`}
                  </small>
                </>
              ),
              foot: t('fields.interest'),
            },
            {
              key: 'amount',
              label: t('fields.total'),
              figure: true,
              cell: ({ amount }) => money(amount ?? 0),
              foot: money(own.interest),
            },
          ]}
        />
      )}
    </DetailBody>
  );
}
