import type { DeskRow } from '@lobby/shared/billing/debt-desk.ts';
import { dayOf } from '@lobby/shared/kit/dates.ts';
import type { debtDesk } from '@lobby/shared/modules/debt-tracking.contract.ts';
import { debtPromise, debtTracking } from '@lobby/shared/modules/debt-tracking.ts';
import { FileDown, MessageSquare, NotebookPen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { zoneNow } from '../../kit/base/zone.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../kit/ui/controls/Checkbox.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { Tabs } from '../../kit/ui/layout/Tabs.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { today } from '../../kit/ui/today.ts';
import { ContactDialog } from './ContactDialog.tsx';
import { MARK_NAMES, MARKS } from './desk-row.ts';
import { UnitDebt } from './UnitDebt.tsx';

/** Units with debts, longest overdue first; live. */
export function DeskPart() {
  const { t } = useTranslation([debtPromise.name, 'debt-contact', 'books', 'kit']);
  const { money, day } = useFormats();
  const [params, setParams] = useSearchParams();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [calling, setCalling] = useState<readonly string[]>([]);
  const mayWrite = useCan(debtTracking.code, 'write');
  const mayExport = useCan(debtTracking.code, 'export');
  const { busy, save } = useExport();
  const { data, error, again } = useContract<typeof debtDesk>('/debt-tracking', {
    follow: debtTracking.code,
    delay: 500,
  });
  const mark = MARK_NAMES.find(name => name === params.get('mark')) ?? 'all';
  const rows = (data ?? []).filter(row => MARKS[mark](row, today()));
  const open = (data ?? []).find(({ unitId }) => unitId === params.get('unit'));
  const show = (unitId: string | null) => {
    const next = new URLSearchParams(params);
    if (unitId) next.set('unit', unitId);
    else next.delete('unit');
    setParams(next);
  };
  const toggle = (unitId: string) => {
    const next = new Set(chosen);
    if (!next.delete(unitId)) next.add(unitId);
    setChosen(next);
  };
  const marks = ({ promise, dispute, plan, tomorrow }: DeskRow): string =>
    [
      promise &&
        t(promise.status === 'BROKEN' ? 'desk.wasPromised' : 'desk.isPromised', { day: day(promise.promisedOn) }),
      dispute && t('desk.isDisputed', { code: dispute.code }),
      plan && t('desk.isPlanned', { code: plan.code }),
      tomorrow && t('desk.isReminded', { level: tomorrow }),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <ReportPage
      title={t('desk.title')}
      actions={
        <>
          {mayWrite && (
            <Button size="sm" icon={MessageSquare} disabled={chosen.size === 0} onClick={() => setCalling([...chosen])}>
              {t('debt-contact:log', { count: chosen.size })}
            </Button>
          )}
          {mayExport && (
            <Button
              size="sm"
              data-tool=""
              icon={FileDown}
              busy={busy}
              onClick={() => save(`${debtTracking.path}/export`, { ...scopeNow() })}
            >
              {t('desk.callList')}
            </Button>
          )}
        </>
      }
    >
      <Tabs
        label={t('desk.title')}
        panel="debts"
        value={mark}
        tabs={MARK_NAMES.map(name => ({
          value: name,
          label: t(`desk.marks.${name}`),
          count: (data ?? []).filter(row => MARKS[name](row, today())).length,
        }))}
        onChange={value => setParams(value === 'all' ? {} : { mark: value })}
      />
      {error && !data && <ErrorState title={t('books:failed')} onRetry={() => void again()} />}
      {!error && !data && <SkeletonRows />}
      {data && rows.length === 0 && <Empty icon={NotebookPen} title={t('desk.none')} />}
      {rows.length > 0 && (
        <div className={reportBodyClass()} id="debts">
          <FigureTable<DeskRow>
            label={t('desk.title')}
            cards
            rows={rows}
            keyOf={({ unitId }) => unitId}
            columns={[
              {
                key: 'unit',
                label: t('desk.unit'),
                cell: row =>
                  mayWrite ? (
                    <Checkbox label={row.code} checked={chosen.has(row.unitId)} onChange={() => toggle(row.unitId)} />
                  ) : (
                    row.code
                  ),
              },
              {
                key: 'householder',
                label: t('desk.householder'),
                foot: t('desk.sum'),
                cell: row => (
                  <Button look="ghost" size="sm" onClick={() => show(row.unitId)}>
                    {row.householder ?? t('desk.open')}
                  </Button>
                ),
              },
              {
                key: 'debt',
                label: t('desk.debt'),
                figure: true,
                cell: row => money(row.debt),
                foot: money(rows.reduce((sum, { debt }) => sum + debt, 0)),
              },
              {
                key: 'interest',
                label: t('desk.interest'),
                figure: true,
                gives: true,
                cell: row => (row.interest > 0 ? money(row.interest) : ''),
                foot: money(rows.reduce((sum, { interest }) => sum + interest, 0)),
              },
              { key: 'days', label: t('desk.days'), figure: true, cell: row => row.days || '' },
              // Comes before columns that narrow screens cut off.
              { key: 'marks', label: t('desk.standing'), gives: true, cell: marks },
              {
                key: 'reminders',
                label: t('desk.reminders'),
                figure: true,
                gives: true,
                cell: row => row.reminders || '',
              },
              { key: 'phone', label: t('desk.phone'), gives: true, cell: row => row.phone ?? '' },
              {
                key: 'bucket',
                label: t('desk.bucket'),
                cell: row => <span style={{ whiteSpace: 'nowrap' }}>{t(`books:ageing.${row.bucket}`)}</span>,
              },
              {
                key: 'contact',
                label: t('desk.lastContact'),
                gives: true,
                cell: row => (row.lastContact ? day(dayOf(new Date(row.lastContact.at), zoneNow())) : ''),
              },
            ]}
          />
        </div>
      )}
      {calling.length > 0 && <ContactDialog unitIds={calling} onClose={() => setCalling([])} />}
      {open && <UnitDebt row={open} onClose={() => show(null)} />}
    </ReportPage>
  );
}
