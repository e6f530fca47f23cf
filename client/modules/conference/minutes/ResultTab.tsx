import type { meetingMinutes, meetingResult } from '@lobby/shared/modules/conference.contract.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { FileLock, FileSpreadsheet, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useContract } from '../../../kit/live/useContract.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { useExport } from '../../../kit/ui/list/export/useExport.ts';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { QuorumCurve } from '../attendance/QuorumCurve.tsx';
import { SurveyQuestions } from '../survey/SurveyResult.tsx';
import { sectionsClass } from '../votes/Bars.tsx';
import { DecidedSheet } from '../votes/DecidedSheet.tsx';
import { MinutesForm } from './MinutesForm.tsx';
import { MinutesPage } from './MinutesPage.tsx';

/** Preview beside the form, or below it on narrow screens. */
const besideClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(340px, 100%), 1fr))',
  gap: '6',
  alignItems: 'start',
});
const rowClass = styleClass({ display: 'flex', flexWrap: 'wrap', gap: '2', mt: '4' });

/** Result of a meeting: attendance, votes, survey, minutes, publication. */
export function ResultTab({ id }: { id: string }) {
  const { t } = useTranslation(conference.name);
  const { save } = useExport();
  const mayCount = useCan(conference.code, 'aggregate');
  const mayExport = useCan(conference.code, 'export');
  const mayPlain = useCan(conference.code, 'exportEncrypted');
  const path = `${conference.path}/${id}`;
  const { data: result, loading } = useContract<typeof meetingResult>(
    '/conference/:id/result',
    mayCount && { params: { id }, follow: conference.code },
  );
  const minutes = useContract<typeof meetingMinutes>('/conference/:id/minutes', {
    params: { id },
    follow: conference.code,
  });
  if (!minutes.data || (loading && !result)) return <SkeletonRows />;
  const sheets = result?.sheets ?? [];
  return (
    <DetailBody>
      <div className={sectionsClass()}>
        {sheets.length === 0 && <p>{t('minutes.empty')}</p>}
        {result && <QuorumCurve of={result.quorum} />}
        {sheets.map(sheet => (
          <DecidedSheet key={sheet.id} sheet={sheet} />
        ))}
        {result?.survey && (
          <section>
            <h3>{result.survey.title}</h3>
            <div className={sectionsClass()}>
              <SurveyQuestions of={result.survey} />
            </div>
          </section>
        )}
      </div>
      <div className={besideClass()}>
        <MinutesForm id={id} path={path} held={minutes.data} onSaved={() => void minutes.again()} />
        <MinutesPage id={id} />
      </div>
      <div className={rowClass()}>
        <Button icon={Printer} onClick={() => save(`${path}/minutes/print`, scopeNow())}>
          {t('minutes.print')}
        </Button>
        {mayExport && (
          <Button icon={FileSpreadsheet} onClick={() => save(`${path}/result/export`, scopeNow())}>
            {t('minutes.export')}
          </Button>
        )}
        {mayPlain && (
          <Button
            icon={FileLock}
            onClick={() =>
              save(`${conferenceUnit.path}/attendance-list`, { ...scopeNow(), body: { conferenceId: id } }, 'PUT')
            }
          >
            {t('minutes.exportPlain')}
          </Button>
        )}
      </div>
    </DetailBody>
  );
}
