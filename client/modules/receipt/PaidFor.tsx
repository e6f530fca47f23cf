import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { paidFor } from '@lobby/shared/modules/receipt.contract.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { useFieldWords } from '../../kit/ui/form/form-context.ts';
import { RefLink } from '../../kit/ui/form/RefLink.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';

type Line = AnswerOf<typeof paidFor>[number];

/** What a receipt paid: service, month, code, amount and what is left of the bill. */
export function PaidFor({ id }: { id: string }) {
  const { t } = useTranslation(['receipt', 'bill']);
  const say = useFieldWords(receipt.name);
  const { money } = useFormats();
  const { data } = useContract<typeof paidFor>('/receipt/:id/paid-for', { params: { id }, follow: receipt.code });
  if (!data) return <SkeletonRows />;
  const isBill = ({ kind, serviceId }: Line) => kind === 'BILL' && serviceId !== null;
  return (
    <FigureTable<Line>
      plain
      label={t('fields.allocations')}
      rows={data}
      keyOf={(_, at) => at}
      columns={[
        {
          key: 'what',
          label: t('fields.allocations'),
          foot: data.length > 1 ? t('bill:fields.total') : undefined,
          cell: allocation => (
            <>
              {!isBill(allocation) && say.option('kind', allocation.kind)}
              {!isBill(allocation) && (allocation.serviceId || allocation.categoryId) && ' · '}
              {allocation.serviceId && <RefName to="service" id={allocation.serviceId} />}
              {!allocation.serviceId && allocation.categoryId && (
                <RefName to="voucher-category" id={allocation.categoryId} />
              )}
            </>
          ),
        },
        { key: 'month', label: t('bill:fields.month'), as: 'day', gives: true },
        {
          key: 'code',
          label: say.label('code'),
          gives: true,
          cell: allocation =>
            allocation.code &&
            allocation.billId && (
              <RefLink to="bill" id={allocation.billId}>
                {allocation.code}
              </RefLink>
            ),
        },
        {
          key: 'amount',
          label: t('bill:how.amount'),
          as: 'money',
          foot: data.length > 1 ? money(data.reduce((sum, { amount }) => sum + amount, 0)) : undefined,
        },
        {
          key: 'left',
          label: t('bill:fields.remaining'),
          figure: true,
          gives: true,
          cell: ({ left }) => (left ? money(left) : ''),
        },
      ]}
    />
  );
}
