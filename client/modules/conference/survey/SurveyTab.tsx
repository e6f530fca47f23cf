import { conferenceSurvey } from '@lobby/shared/modules/conference-survey.ts';
import { ListChecks, ListPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { request } from '../../../kit/http/api.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useRows } from '../../../kit/live/useRows.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { Status } from '../../../kit/ui/marks/Status.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { SurveyResult } from './SurveyResult.tsx';

/** Common questions offered as templates. */
const READY = [
  ['time', 'SINGLE'],
  ['parking', 'SINGLE'],
  ['fees', 'SINGLE'],
  ['cleanliness', 'SCALE'],
  ['security', 'SCALE'],
] as const;

const headClass = styleClass({
  mb: '3',
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2',
  alignItems: 'center',
  '& strong': { flex: '1 1 160px', minW: '0' },
});

/** State of a meeting's survey, with a link to it. */
export function SurveyTab({ id }: { id: string }) {
  const { t } = useTranslation(conferenceSurvey.name);
  const { dateTime } = useFormats();
  const navigate = useNavigate();
  const mayCount = useCan(conferenceSurvey.code, 'aggregate');
  const { data } = useRows(conferenceSurvey, {
    follow: conferenceSurvey.code,
    filter: { conferenceId: { in: [id] } },
    limit: 1,
  });
  const open = (to: string) => void navigate(`../conference?part=surveys&tab=all${to}`);
  const mayWrite = useCan(conferenceSurvey.code, 'write');
  const { busy, error, code, run } = useSubmit();
  const begin = () =>
    run(async () => {
      const questions = READY.map(([name, kind]) => ({
        text: t(`ready.${name}.text`),
        kind,
        ...(kind === 'SINGLE' && { options: t(`ready.${name}.options`) }),
      }));
      const body = { conferenceId: id, title: t('ready.title'), questions };
      const { data: made } = await request<{ id: string }>('POST', conferenceSurvey.path, { ...scopeNow(), body });
      open(`&id=${made.id}`);
    });
  if (!data) return <SkeletonRows />;
  const [survey] = data;
  if (!survey)
    return (
      <DetailBody>
        <p>{t('empty.text')}</p>
        <Refused error={error} code={code} />
        <p>
          {mayWrite && (
            <Button look="filled" icon={ListChecks} busy={busy} onClick={() => void begin()}>
              {t('ready.begin')}
            </Button>
          )}{' '}
          <Button icon={ListPlus} onClick={() => open('')}>
            {t('plural')}
          </Button>
        </p>
      </DetailBody>
    );
  return (
    <DetailBody>
      <div className={headClass()}>
        <strong>{survey.title}</strong>
        <Status {...conferenceSurvey.statuses[survey.status]}>{t(`statuses.${survey.status}`)}</Status>
        <Button size="sm" onClick={() => open(`&id=${survey.id}`)}>
          {t('preview.more')}
        </Button>
      </div>
      {survey.closesAt && (
        <p>
          {t('fields.closesAt')}: {dateTime(survey.closesAt)}
        </p>
      )}
      {mayCount && survey.status !== 'DRAFT' && <SurveyResult id={survey.id} bare />}
    </DetailBody>
  );
}
