import { serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import type { advanceHistory, advanceSuggestions } from '@lobby/shared/modules/unit-account.contract.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';

const WIDTHS = { unitId: 120, serviceId: 220, balance: 150, paidIn: 150, used: 150, lastAt: 160 };

/** Months covered by an advance, the price of more months, and its movements. */
function HistoryTab({ id }: { id: string }) {
  const { t } = useTranslation(serviceAdvance.name);
  const { money, number, day } = useFormats();
  const row = useHeldRow(serviceAdvance, id);
  const { unitId, serviceId } = row;
  const follow = { follow: unitAccount.code, delay: 1000 };
  const moves = useContract<typeof advanceHistory>(
    '/unit-account/:id/advance/:serviceId/history',
    unitId && serviceId && { ...follow, params: { id: unitId, serviceId } },
  );
  const { data: suggested } = useContract<typeof advanceSuggestions>(
    '/unit-account/advance/suggestions',
    unitId && { ...follow, query: { unitId: String(unitId) } },
  );
  const chosen = suggested?.find(item => item.serviceId === serviceId);
  if (!moves.data) return <SkeletonRows />;
  return (
    <DetailBody>
      {chosen && chosen.lastBill > 0 && (
        <Sums
          of={[
            [t('history.lastBill'), money(chosen.lastBill)],
            [t('history.months'), number(chosen.months ?? 0)],
            ...chosen.suggestions.map(
              suggestion => [t('history.more', { count: suggestion.months }), money(suggestion.amount)] as const,
            ),
          ]}
        />
      )}
      <FigureTable
        label={t('history.tab')}
        rows={moves.data.rows}
        keyOf={line => line.id}
        columns={[
          { key: 'day', label: t('history.day'), cell: line => `${day(line.day)} · ${line.documentCode ?? ''}` },
          { key: 'in', label: t('history.in'), figure: true, cell: line => (line.in ? money(line.in) : '') },
          { key: 'out', label: t('history.out'), figure: true, cell: line => (line.out ? money(line.out) : '') },
          { key: 'balance', label: t('fields.balance'), as: 'money' },
        ]}
      />
    </DetailBody>
  );
}

/** Advance payments of units by service. */
export function Component() {
  const { t } = useTranslation(serviceAdvance.name);
  return (
    <RecordsPage
      definition={serviceAdvance}
      widths={WIDTHS}
      detail={{
        extraTabs: id => [{ value: 'moves', label: t('history.tab'), content: <HistoryTab id={id} /> }],
      }}
    />
  );
}
