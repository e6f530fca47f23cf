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
import { Empty, ErrorState } from '../../kit/ui/EmptyState.tsx';
import { FigureTable } from '../../kit/ui/FigureTable.tsx';
import { RefName } from '../../kit/ui/list/RefName.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { useSubmit } from '../../kit/ui/useSubmit.ts';

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
  const { t } = useTranslation(['books', 'account-movement']);
  const { money } = useFormats();
  const may = useCan(accountMovement.code, 'deduct');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { data, error, again } = useQuery<Row[]>(debtComparison.path, { follow: unitAccount.code, delay: 1000 });
  const { busy, error: refused, run } = useSubmit();
  const chosen = (data ?? []).filter(one => one.offset > 0 && !left.has(one.unitId)).slice(0, MOST);
  const total = (name: keyof Omit<Row, 'unitId'>) => money((data ?? []).reduce((sum, one) => sum + one[name], 0));
  const settle = () =>
    run(async () => {
      const { data: answer } = await request<{ done: unknown[]; refused: { message: string }[] }>(
        'PUT',
        `${debtComparison.path}/offset`,
        { ...scopeNow(), body: { unitIds: chosen.map(({ unitId }) => unitId) } },
      );
      const [fault] = answer.refused;
      const title = t('comparison.done', { done: answer.done.length, refused: answer.refused.length });
      toast({ tone: fault ? 'bad' : 'done', title, ...(fault && { description: fault.message }) });
      again();
    });
  const toggle = (unitId: string, on: boolean) => {
    const next = new Set(left);
    if (on) next.delete(unitId);
    else next.add(unitId);
    setLeft(next);
  };
  return (
    <ReportPage
      title={t('comparison.title')}
      actions={
        may && (
          <Button look="filled" icon={Scale} busy={busy} disabled={chosen.length === 0} onClick={() => void settle()}>
            {t('comparison.settle', { count: chosen.length })}
          </Button>
        )
      }
    >
      {refused && <p role="alert">{refused}</p>}
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
                label: t('advance.byUnit'),
                cell: one =>
                  may ? (
                    <Checkbox
                      label={<RefName to="unit" id={one.unitId} />}
                      checked={one.offset > 0 && !left.has(one.unitId)}
                      disabled={one.offset === 0}
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
