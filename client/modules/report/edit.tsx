import { chakra } from '@chakra-ui/react';
import type { previewReport, reportSources } from '@lobby/shared/modules/report.contract.ts';
import { report } from '@lobby/shared/modules/report.ts';
import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { ApiError, request } from '../../kit/http/api.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useDetail } from '../../kit/live/useRows.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { LeaveButton } from '../../kit/ui/controls/LeaveButton.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { Banner } from '../../kit/ui/states/Banner.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { Builder } from './Builder.tsx';
import { bodyOf, type Draft, draftOf, EMPTY } from './draft.ts';
import { ResultTables } from './ResultTables.tsx';

const QUIET_MS = 400;

/** Preview of a draft, debounced. */
function usePreview(draft: Draft | null) {
  const [settled, setSettled] = useState('');
  const now = draft?.source
    ? JSON.stringify({ ...bodyOf(draft), name: draft.name.trim().length > 1 ? draft.name : '··' })
    : '';
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), QUIET_MS);
    return () => clearTimeout(timer);
  }, [now]);
  return useContract<typeof previewReport>(
    '/report/preview',
    settled && { method: 'POST', body: { definition: JSON.parse(settled) } },
  );
}

/** Report editor with a live preview. */
export function Component() {
  const { t } = useTranslation('report');
  const { idUnitGroup = '', reportId } = useParams();
  const navigate = useNavigate();
  const { data: sources } = useContract<typeof reportSources>('/report/sources');
  const { data: stored } = useDetail(report, reportId);
  const [changed, setChanged] = useState<Draft | null>(null);
  const [refused, setRefused] = useState('');
  const draft = changed ?? (reportId ? (stored ? draftOf(stored) : null) : EMPTY);
  const { data, error } = usePreview(draft);
  if (!sources || !draft) return <SkeletonRows />;
  const save = async () => {
    try {
      const body = bodyOf(draft);
      const { data: saved } = reportId
        ? await request<{ id: string }>('PUT', `${report.path}/${reportId}`, {
            ...scopeNow(),
            body: { ...body, version: stored?.version },
          })
        : await request<{ id: string }>('POST', report.path, { ...scopeNow(), body });
      void navigate(`/projects/${idUnitGroup}/report/${saved.id}`);
    } catch (failure) {
      setRefused(failure instanceof ApiError ? failure.message : t('ui.failed'));
    }
  };
  return (
    <ReportPage
      title={draft.name || t('ui.new')}
      actions={
        <>
          <LeaveButton onClick={() => void navigate(-1)} />
          <Button look="filled" disabled={!draft.source || draft.name.trim().length < 2} onClick={() => void save()}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      {refused && <Banner tone="bad" icon={CircleAlert} title={refused} />}
      <chakra.div display={{ base: 'block', lg: 'none' }} p="4">
        {t('ui.wide')}
      </chakra.div>
      <chakra.div display={{ base: 'none', lg: 'grid' }} gridTemplateColumns="380px minmax(0, 1fr)" flex="1" minH="0">
        <chakra.div overflowY="auto" px="4" pb="4">
          <Builder
            draft={draft}
            sources={sources}
            fixed={Boolean(reportId)}
            onChange={change => setChanged({ ...draft, ...change })}
          />
        </chakra.div>
        <chakra.section aria-label={t('ui.preview')} overflow="auto" minW="0" display="flex" flexDirection="column">
          {error && <Banner tone="bad" icon={CircleAlert} title={error.message} />}
          {data ? <ResultTables result={data} /> : <chakra.p p="4">{t('ui.nothing')}</chakra.p>}
        </chakra.section>
      </chakra.div>
    </ReportPage>
  );
}
