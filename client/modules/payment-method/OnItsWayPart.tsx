import { chakra } from '@chakra-ui/react';
import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { clearingLines } from '@lobby/shared/modules/payment-method.contract.ts';
import { MOST_SETTLED, paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { Banknote, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../kit/ui/controls/Checkbox.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { SettleDialog } from './SettleDialog.tsx';

type Line = AnswerOf<typeof clearingLines>['lines'][number];

/** Money that receipts name and no fund has yet, by method: how long it is on its way, and what has arrived. */
export function OnItsWayPart() {
  const { t } = useTranslation([paymentMethod.name, receipt.name, unit.name, 'books']);
  const { money, day, number } = useFormats();
  const maySettle = useCan(paymentMethod.code, 'updateStatus');
  const mayOpen = useCan(receipt.code, 'read');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [asks, setAsks] = useState(false);
  const { data, error, again } = useContract<typeof clearingLines>('/payment-method/clearing', {
    follow: receipt.code,
    delay: 1000,
  });
  const lines = data?.lines ?? [];
  const chosen = lines.filter(({ id }) => picked.has(id));
  const toggle = (ids: readonly string[], on: boolean) => {
    const next = new Set(picked);
    for (const id of ids) next[on ? 'add' : 'delete'](id);
    setPicked(new Set([...next].slice(0, MOST_SETTLED)));
  };
  const nameOf = ({ methodId, name }: AnswerOf<typeof clearingLines>['sums'][number]) =>
    name ?? t(`receipt:options.method.${lines.find(line => line.methodId === methodId)?.kind ?? 'TRANSFER'}`);
  const codeOf = ({ receiptId, code }: Line) =>
    mayOpen ? <Link to={`../${receipt.route}?tab=all&id=${receiptId}`}>{code}</Link> : code;
  return (
    <ReportPage
      title={t('way.title')}
      actions={
        maySettle && (
          <Button look="filled" icon={CircleCheck} disabled={chosen.length === 0} onClick={() => setAsks(true)}>
            {`${t('way.settle', { count: chosen.length })}…`}
          </Button>
        )
      }
    >
      {asks && (
        <SettleDialog
          lines={chosen}
          onSettled={() => {
            setPicked(new Set());
            again();
          }}
          onClose={() => setAsks(false)}
        />
      )}
      {error && !data && <ErrorState title={t('books:failed')} onRetry={again} />}
      {!error && !data && <SkeletonRows />}
      {data?.lines.length === 0 && <Empty icon={Banknote} title={t('way.none')} />}
      {data && data.lines.length > 0 && (
        <div className={reportBodyClass()}>
          <Sums of={data.sums.map(sum => [nameOf(sum), money(sum.amount)])} />
          {data.sums.map(sum => {
            const ofMethod = data.lines.filter(({ methodId }) => methodId === sum.methodId);
            const ids = ofMethod.map(({ id }) => id);
            return (
              <FigureTable<Line>
                key={sum.methodId}
                label={nameOf(sum)}
                cards
                rows={ofMethod}
                keyOf={({ id }) => id}
                columns={[
                  {
                    key: 'code',
                    label: maySettle ? (
                      <Checkbox
                        label={nameOf(sum)}
                        checked={ids.every(id => picked.has(id))}
                        onChange={({ target }) => toggle(ids, target.checked)}
                      />
                    ) : (
                      nameOf(sum)
                    ),
                    cell: row =>
                      maySettle ? (
                        <chakra.span display="inline-flex" alignItems="center" gap="4">
                          <Checkbox
                            bare
                            label={row.code}
                            checked={picked.has(row.id)}
                            onChange={({ target }) => toggle([row.id], target.checked)}
                          />
                          {codeOf(row)}
                        </chakra.span>
                      ) : (
                        codeOf(row)
                      ),
                    foot: t('books:result.total'),
                  },
                  {
                    key: 'unit',
                    label: t('unit:name'),
                    cell: row => row.unitId && <RefName to={unit.name} id={row.unitId} />,
                  },
                  { key: 'reference', label: t('receipt:fields.reference'), cell: row => row.reference ?? '' },
                  { key: 'day', label: t('way.since'), cell: row => day(row.accountingDate) },
                  {
                    key: 'days',
                    label: t('way.days'),
                    figure: true,
                    cell: row =>
                      row.late ? (
                        <chakra.span color="bad.fg">
                          {number(row.days)} · {t('way.late')}
                        </chakra.span>
                      ) : (
                        number(row.days)
                      ),
                  },
                  {
                    key: 'amount',
                    label: t('way.amount'),
                    figure: true,
                    cell: row => money(row.amount),
                    foot: money(sum.amount),
                  },
                ]}
              />
            );
          })}
        </div>
      )}
    </ReportPage>
  );
}
