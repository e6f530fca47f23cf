import { type FeeNoticeRow, feeNotice, SENT } from '@lobby/shared/modules/fee-notice.ts';
import type { PaperLayout } from '@lobby/shared/modules/report-template.ts';
import { FileText, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { request } from '../../kit/http/api.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { EmptyState } from '../../kit/ui/EmptyState.tsx';
import { barClass, deskClass } from '../../kit/ui/paper/paper.ts';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { type Paper, Sheet } from './Sheet.tsx';

/** Sheets at once: what is not printed yet, oldest last. */
const MOST = 100;

/** Fee notices on paper: one, or all that are not printed yet, which are marked as printed. */
export function Component() {
  const { idUnitGroup = '', noticeId = '' } = useParams();
  const { t } = useTranslation('fee-notice');
  const navigate = useNavigate();
  const scope = { projectId: idUnitGroup };
  const all = noticeId === 'all';
  const waiting = useQuery<FeeNoticeRow[]>(all ? feeNotice.path : null, {
    scope,
    query: { filter: { status: [...SENT], printed: ['false'] }, limit: MOST },
  });
  const ids = all ? (waiting.data ?? []).map(({ id }) => id) : [noticeId];
  const { data: papers, error } = useQuery<Paper[]>(ids.length > 0 ? `${feeNotice.path}/papers` : null, {
    scope,
    query: { ids },
  });
  const { data: place } = useQuery<{ name: string; address: string | null; hotline: string | null }>(
    `/unit-group/${idUnitGroup}/contact`,
    { scope },
  );
  const { data: layout } = useQuery<PaperLayout | null>('/fee-notice/layout', {
    scope,
    query: { paper: 'FEE_NOTICE' },
  });
  const nothing = all && waiting.data?.length === 0;
  async function print() {
    window.print();
    if (ids.length > 0)
      await request('PUT', `${feeNotice.path}/mark-printed-multi`, { ...scope, body: { ids } }).catch(() => {});
  }
  return (
    <main id="main" className={deskClass()}>
      <header className={barClass()} data-bar="">
        <h1>{t('plural')}</h1>
        {papers && <span>{t('paper.sheets', { count: papers.length })}</span>}
        <Button onClick={() => void navigate(-1)}>{t('paper.back')}</Button>
        <Button look="filled" icon={Printer} disabled={!papers} onClick={() => void print()}>
          {t('paper.now')}
        </Button>
      </header>
      {nothing && <EmptyState icon={FileText} title={t('paper.nothing')} />}
      {!nothing && !papers && !error && <SkeletonRows />}
      {error && !papers && <EmptyState icon={FileText} tone="bad" title={t('paper.failed')} />}
      {papers?.map(paper => (
        <Sheet key={paper.id} paper={paper} place={place ?? null} layout={layout} />
      ))}
    </main>
  );
}
