import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { invoiceChain } from '@lobby/shared/modules/invoice.contract.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useContract } from '../../../kit/live/useContract.ts';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { usePhone } from '../../../kit/ui/layout/phone.ts';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { InvoiceStatus } from '../lists/InvoiceLinks.tsx';

type ChainLink = AnswerOf<typeof invoiceChain>[number];

/** An invoice with its adjustments and replacements, and the total after each. */
export function ChainTab({ id }: { id: string }) {
  const { t } = useTranslation(invoice.name);
  const { idUnitGroup = '' } = useParams();
  // On phones there is no room for sums beside the states.
  const phone = usePhone();
  const { data } = useContract<typeof invoiceChain>('/e-invoice/:id/chain', {
    params: { id },
    follow: invoice.code,
    delay: 300,
  });
  if (!data) return <SkeletonRows />;
  return (
    <DetailBody>
      <FigureTable
        label={t('chain.title')}
        rows={data}
        keyOf={row => row.id}
        columns={[
          {
            key: 'number',
            label: t('fields.number'),
            cell: row => {
              const name = row.number === null ? row.code : `${row.symbol}-${row.number}`;
              return (
                <>
                  {row.id === id ? (
                    <strong>{name}</strong>
                  ) : (
                    <Link to={`/projects/${idUnitGroup}/${invoice.route}?tab=all&id=${row.id}`}>{name}</Link>
                  )}
                  <br />
                  <small>{t(`options.kind.${row.kind}`)}</small>
                  {phone && (
                    <>
                      <br />
                      <InvoiceStatus status={row.status} />
                    </>
                  )}
                </>
              );
            },
          },
          ...(phone
            ? []
            : [
                {
                  key: 'status',
                  label: t('fields.status'),
                  cell: (row: ChainLink) => <InvoiceStatus status={row.status} />,
                },
              ]),
          { key: 'total', label: t('fields.total'), as: 'money' },
          { key: 'after', label: t('chain.after'), as: 'money' },
        ]}
      />
    </DetailBody>
  );
}
