import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { debtComparison } from '@lobby/shared/modules/reports.ts';
import { Scale } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Checkbox } from '../../kit/ui/Checkbox.tsx';
import { ConfirmDialog } from '../../kit/ui/ConfirmDialog.tsx';
import { Empty, ErrorState } from '../../kit/ui/EmptyState.tsx';
import { FigureTable } from '../../kit/ui/FigureTable.tsx';
import { RefName } from '../../kit/ui/list/RefName.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';

interface Row {
  unitId: string;
  owed: number;
  balance: number;
  advance: number;
  offset: number;
}
/** Of one call. */
const MOST = 200;

/** Units that owe and have money at once, and the settling of the one by the other. */
export function Component() {
  const { t } = useTranslation(['books', 'account-movement', 'unit']);
  const { money } = useFormats();
  const may = useCan(accountMovement.code, 'deduct');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [asks, setAsks] = useState(false);
  const { data, error, again } = useQuery<Row[]>(debtComparison.path, { follow: unitAccount.code, delay: 1000 });
  const open = (data ?? []).filter(one => one.offset > 0);
  const chosen = open.filter(one => picked.has(one.unitId));
  const isFull = chosen.length >= MOST;
  const sumOf = (rows: readonly Row[], name: keyof Omit<Row, 'unitId'>) =>
    money(rows.reduce((sum, one) => sum + one[name], 0));
  const total = (name: keyof Omit<Row, 'unitId'>) => sumOf(data ?? [], name);
  const sums = { count: chosen.length, amount: sumOf(chosen, 'offset') };
  const settle = async () => {
    const { data: answer } = await request<{ done: unknown[]; refused: { message: string }[] }>(
      'PUT',
      `${debtComparison.path}/offset`,
      {
        ...scopeNow(),
        body: {
          unitIds: chosen.map(({ unitId }) => unitId),
          // What was asked about is done, or nothing: other money may have come meanwhile.
          amounts: Object.fromEntries(chosen.map(({ unitId, offset }) => [unitId, offset])),
        },
      },
    );
    const [fault] = answer.refused;
    const title = t('comparison.done', { done: answer.done.length, refused: answer.refused.length });
    toast({ tone: fault ? 'bad' : 'done', title, ...(fault && { description: fault.message }) });
    setAsks(false);
    setPicked(new Set());
    again();
  };
  const toggle = (unitId: string, on: boolean) => {
    const next = new Set(picked);
    if (on) next.add(unitId);
    else next.delete(unitId);
    setPicked(next);
  };
  const toggleAll = () => setPicked(new Set(chosen.length > 0 ? [] : open.slice(0, MOST).map(({ unitId }) => unitId)));
  return (
    <ReportPage
      title={t('comparison.title')}
      actions={
        may && (
          <>
            <Button disabled={open.length === 0} onClick={toggleAll}>
              {t(chosen.length > 0 ? 'comparison.nothing' : 'comparison.all')}
            </Button>
            <Button look="filled" icon={Scale} disabled={chosen.length === 0} onClick={() => setAsks(true)}>
              {`${t('comparison.settle', { count: chosen.length })}…`}
            </Button>
          </>
        )
      }
    >
      <ConfirmDialog
        open={asks}
        title={t('comparison.ask', sums)}
        description={t('comparison.askText')}
        confirm={t('comparison.confirm', sums)}
        onConfirm={settle}
        onCancel={() => setAsks(false)}
      />
      {error && !data && <ErrorState title={t('failed')} onRetry={again} />}
      {!error && !data && <SkeletonRows />}
      {data?.length === 0 && <Empty icon={Scale} title={t('comparison.none')} />}
      {data && data.length > 0 && (
        <div className={reportBodyClass()}>
          <FigureTable<Row>
            label={t('comparison.title')}
            rows={data}
            keyOf={one => one.unitId}
            columns={[
              {
                key: 'unit',
                label: t('unit:name'),
                cell: one =>
                  may ? (
                    <Checkbox
                      label={<RefName to="unit" id={one.unitId} />}
                      checked={one.offset > 0 && picked.has(one.unitId)}
                      disabled={one.offset === 0 || (isFull && !picked.has(one.unitId))}
                      onChange={({ target }) => toggle(one.unitId, target.checked)}
                    />
                  ) : (
                    <RefName to="unit" id={one.unitId} />
                  ),
                foot: t('debt.total'),
              },
              ...(['owed', 'balance', 'advance'] as const).map(key => ({
                key,
                label: t(`account-movement:own.${key}`),
                figure: true,
                cell: (one: Row) =>
                  one[key] ? (
                    <Link
                      to={
                        key === 'owed'
                          ? `../bill-list?tab=owed&unitId=${one.unitId}`
                          : `../account-movement?tab=all&unitId=${one.unitId}`
                      }
                    >
                      {money(one[key])}
                    </Link>
                  ) : (
                    ''
                  ),
                foot: total(key),
              })),
              {
                key: 'offset',
                label: t('comparison.offset'),
                figure: true,
                cell: one => (one.offset ? money(one.offset) : ''),
                foot: total('offset'),
              },
            ]}
          />
        </div>
      )}
    </ReportPage>
  );
}
