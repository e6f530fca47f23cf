import type { BillLine } from '@lobby/shared/billing/explain.ts';
import { type BillRow, bill } from '@lobby/shared/modules/bill.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { FigureTable } from '../../kit/ui/FigureTable.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';

/** What the server says of how it was counted. */
interface Explained {
  unitName: string | null;
  facts: string[];
  lines: BillLine[];
  previous: { month: string; quantity: number | null; total: number } | null;
}

const noteClass = styleClass({ color: 'fg.muted', textStyle: 'sm', pb: '2' });

/** How a bill came to its total, line by line, as one would say it to the resident. */
export function HowTab({ id }: { id: string }) {
  const { t } = useTranslation('bill');
  const { number, money, day } = useFormats();
  const following = { follow: bill.code, delay: 500 };
  const { data: own } = useQuery<BillRow>(`${bill.path}/${id}`, following);
  const { data: said } = useQuery<Explained>(`${bill.path}/${id}/explain`, following);
  if (!own || !said) return <SkeletonRows />;
  const { previous, unitName } = said;
  const lines = [
    ...said.lines,
    ...(own.type === 'NORMAL' && own.total !== own.originalTotal
      ? [{ key: 'adjustment', what: t('how.adjustment'), amount: own.total - own.originalTotal }]
      : []),
  ];
  return (
    <DetailBody>
      <div className={noteClass()}>
        {said.facts.map(fact => (
          <p key={fact}>{fact}</p>
        ))}
        {previous && (
          <p>
            {t('how.before', { month: day(previous.month), total: money(previous.total) })}
            {previous.quantity !== null && unitName && ` · ${number(previous.quantity)} ${unitName}`}
          </p>
        )}
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
            foot: money(own.type === 'NORMAL' ? own.total : own.originalTotal),
          },
        ]}
      />
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
    </DetailBody>
  );
}
