import type { reconciliationLines } from '@lobby/shared/modules/reconciliation.contract.ts';
import { CHECK_STATES, countsThings, reconciliation } from '@lobby/shared/modules/reconciliation.ts';
import { Download, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { CheckDialog } from './CheckDialog.tsx';
import { type Line, TONES } from './lines.ts';

const { path, code, name } = reconciliation;

/** Checks with both totals, differing ones first. */
export function LinesPart() {
  const { t } = useTranslation(name);
  const { money, number, dateTime } = useFormats();
  const [mayRun, mayExport] = [useCan(code, 'sync'), useCan(code, 'export')];
  const { data, error, again } = useContract<typeof reconciliationLines>('/reconciliation', { follow: code });
  const say = ({ at, check }: Line, value: number) => (at ? (countsThings(check) ? number(value) : money(value)) : '');
  const { busy, error: refused, code: refusal, run } = useSubmit();
  const { busy: saving, save } = useExport();
  const [params, setParams] = useSearchParams();
  const rank = ({ state }: Line) => CHECK_STATES.indexOf(state);
  const rows = (data ?? []).toSorted((a, b) => rank(a) - rank(b) || a.no - b.no);
  const broken = rows.some(({ state }) => state === 'RED');
  const ran = rows.some(({ at }) => at !== null);
  const open = rows.find(({ check }) => check === params.get('check'));
  const show = (check: string | null) => setParams(check ? { check } : {});
  const start = () => run(() => request('POST', `${path}/run`, { ...scopeNow(), body: {} }));
  return (
    <ReportPage
      title={t(!data ? 'title' : !ran ? 'screen.none' : broken ? 'screen.red' : 'screen.agreed')}
      actions={
        <>
          {mayExport && (
            <Button data-tool="" icon={Download} busy={saving} onClick={() => save(`${path}/export`, scopeNow())}>
              {t('screen.export')}
            </Button>
          )}
          {mayRun && (
            <Button look="filled" icon={Play} busy={busy} onClick={() => void start()}>
              {t('screen.run')}
            </Button>
          )}
        </>
      }
    >
      <Refused error={refused} code={refusal} />
      {error && !data && <ErrorState title={t('screen.failed')} onRetry={again} />}
      {!error && !data && <SkeletonRows />}
      {data && (
        <div className={reportBodyClass()}>
          <FigureTable<Line>
            label={t('title')}
            cards
            rows={rows}
            keyOf={({ check }) => check}
            columns={[
              {
                key: 'check',
                label: t('fields.check'),
                // Wraps, so that the time of the run stays visible.
                cell: row => <span style={{ whiteSpace: 'normal' }}>{`${row.no}. ${t(`checks.${row.check}`)}`}</span>,
              },
              {
                key: 'state',
                label: t('fields.state'),
                cell: ({ state }) => <Status tone={TONES[state]}>{t(`states.${state}`)}</Status>,
              },
              { key: 'left', label: t('fields.left'), figure: true, cell: row => say(row, row.left) },
              { key: 'right', label: t('fields.right'), figure: true, cell: row => say(row, row.right) },
              { key: 'seen', label: t('fields.rowsSeen'), figure: true, cell: row => number(row.rowsSeen) },
              { key: 'at', label: t('fields.at'), cell: row => (row.at ? dateTime(row.at) : '') },
              { key: 'since', label: t('fields.since'), cell: row => (row.since ? dateTime(row.since) : '') },
              {
                key: 'open',
                label: t('fields.reason'),
                cell: row =>
                  row.since ? (
                    <Button onClick={() => show(row.check)}>{row.acknowledged?.reason ?? t('screen.open')}</Button>
                  ) : (
                    ''
                  ),
              },
            ]}
          />
        </div>
      )}
      {open && <CheckDialog line={open} onClose={() => show(null)} />}
    </ReportPage>
  );
}
