import type { oneProgress } from '@lobby/shared/kit/progress.contract.ts';
import type { runReport } from '@lobby/shared/modules/report.contract.ts';
import { report } from '@lobby/shared/modules/report.ts';
import { Copy, Download, FileText, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { toast } from '../../kit/base/toast.ts';
import { ApiError, request, requestFile } from '../../kit/http/api.ts';
import { callContract } from '../../kit/http/contract.ts';
import { saveFile } from '../../kit/http/save-file.ts';
import { toastRefusal } from '../../kit/i18n/toast-refusal.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { PeriodFields } from '../../kit/ui/form/inputs/dates/PeriodFields.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { ResultTables } from './ResultTables.tsx';

const PAUSE_MS = 1500;
const pause = () => new Promise(resolve => setTimeout(resolve, PAUSE_MS));

/** Creates the file of a report and waits for it. */
async function fileOf(id: string, format: 'xlsx' | 'pdf', period: object): Promise<void> {
  const scope = scopeNow();
  const { data } = await callContract<typeof runReport>('POST', '/report/:id/run', {
    ...scope,
    params: { id },
    body: { format, ...period },
  });
  if (!('runId' in data)) return;
  const { progressId } = data;
  for (let state = progressId ? 'running' : 'done'; progressId && state !== 'done'; ) {
    await pause();
    state = (await callContract<typeof oneProgress>('GET', '/progress/:id', { params: { id: progressId }, ...scope }))
      .data.state;
    if (state !== 'running' && state !== 'done') throw new ApiError(0, 'FAIL', '', null, '');
  }
  const { file, name } = await requestFile(`${report.path}/${id}/result/${data.runId}`, scope);
  saveFile(file, name);
}

/** Result of a report; the period is part of the address. */
export function Component() {
  const { t } = useTranslation('report');
  const { idUnitGroup = '', reportId = '' } = useParams();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const mayExport = useCan(report.code, 'export');
  const mayWrite = useCan(report.code, 'write');
  const [from, to, page] = [params.get('from') ?? '', params.get('to') ?? '', Number(params.get('page') ?? 1)];
  const period = { ...(from && { from }), ...(to && { to }) };
  const {
    data: answer,
    error,
    again,
  } = useContract<typeof runReport>('/report/:id/run', {
    method: 'POST',
    params: { id: reportId },
    body: { format: 'view', ...period, page },
  });
  const data = answer && 'rows' in answer ? answer : null;
  const put = (values: Record<string, string>) =>
    setParams(new URLSearchParams(Object.entries({ from, to, ...values }).filter(([, value]) => value)), {
      replace: true,
    });
  const during = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (refused) {
      void toastRefusal(refused, { title: t('ui.file') });
    } finally {
      setBusy(false);
    }
  };
  const copy = () =>
    during(async () => {
      const name = `${data?.name ?? ''} (${t('ui.copy')} ${new Date().toISOString().slice(11, 19)})`;
      const made = await request<{ id: string }>('PUT', `${report.path}/${reportId}/copy`, {
        ...scopeNow(),
        body: { name },
      });
      toast({ tone: 'done', title: t('ui.copied') });
      void navigate(`/projects/${idUnitGroup}/report/${made.data.id}/edit`);
    });
  const isReady = reportId.startsWith('ready-');
  return (
    <ReportPage
      title={data?.name ?? t('name')}
      actions={
        <>
          {mayWrite && !isReady && (
            <Button icon={Pencil} onClick={() => void navigate(`/projects/${idUnitGroup}/report/${reportId}/edit`)}>
              {t('ui.edit')}
            </Button>
          )}
          {mayWrite && (
            <Button icon={Copy} busy={busy} onClick={() => void copy()}>
              {t('ui.copy')}
            </Button>
          )}
          {mayExport && (
            <>
              <Button
                data-tool=""
                icon={FileText}
                busy={busy}
                onClick={() => void during(() => fileOf(reportId, 'pdf', period))}
              >
                {t('ui.pdf')}
              </Button>
              <Button
                data-tool=""
                icon={Download}
                busy={busy}
                onClick={() => void during(() => fileOf(reportId, 'xlsx', period))}
              >
                {t('ui.xlsx')}
              </Button>
            </>
          )}
        </>
      }
      asks={<PeriodFields from={from} to={to} onChange={days => put({ ...days })} />}
    >
      {error && !data && <ErrorState title={error.message || t('ui.failed')} onRetry={() => void again()} />}
      {!error && !data && <SkeletonRows />}
      {data && <ResultTables result={data} />}
      {data && data.pages > 1 && (
        <footer>
          <Button disabled={page <= 1} onClick={() => put({ page: String(page - 1) })}>
            {t('ui.prev')}
          </Button>
          {t('ui.page', { page, pages: data.pages })}
          <Button disabled={page >= data.pages} onClick={() => put({ page: String(page + 1) })}>
            {t('ui.next')}
          </Button>
        </footer>
      )}
    </ReportPage>
  );
}
