import type { noticePages } from '@lobby/shared/modules/fee-notice.contract.ts';
import { feeNotice, SENT } from '@lobby/shared/modules/fee-notice.ts';
import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { request } from '../../kit/http/api.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useRows } from '../../kit/live/useRows.ts';
import { PrintedPage } from '../../kit/ui/pages/PrintedPage.tsx';
import { DrawnPages } from '../../kit/ui/paper/DrawnPages.tsx';
import { EmptyState } from '../../kit/ui/states/EmptyState.tsx';

/** Maximum number of notices per print. */
const MOST = 100;

/** Print view of one notice, or of all unprinted ones, which are then marked as printed. */
export function Component() {
  const { idUnitGroup = '', noticeId = '' } = useParams();
  const { t } = useTranslation('fee-notice');
  const scope = { projectId: idUnitGroup };
  const all = noticeId === 'all';
  const waiting = useRows(all && feeNotice, {
    scope,
    filter: { status: { in: SENT }, printed: { in: ['false'] } },
    limit: MOST,
  });
  const ids = all ? (waiting.data ?? []).map(({ id }) => id) : [noticeId];
  const { data, error } = useContract<typeof noticePages>(
    '/fee-notice/pages',
    ids.length > 0 && { scope, query: { ids } },
  );
  const nothing = all && waiting.data?.length === 0;
  const printed = () => {
    if (ids.length > 0)
      void request('PUT', `${feeNotice.path}/mark-printed-multi`, { ...scope, body: { ids } }).catch(() => {});
  };
  return (
    <PrintedPage
      title={t('plural')}
      icon={FileText}
      state={data || nothing ? 'ready' : error ? 'failed' : 'loading'}
      beside={data && t('paper.sheets', { count: data.pages.length })}
      onPrint={printed}
    >
      {nothing && <EmptyState icon={FileText} title={t('paper.nothing')} />}
      {data && <DrawnPages pages={data.pages} label={n => t('paper.page', { n })} />}
    </PrintedPage>
  );
}
