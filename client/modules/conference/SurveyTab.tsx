import { type ConferenceSurveyRow, conferenceSurvey } from '@lobby/shared/modules/conference-survey.ts';
import { ListPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { Status } from '../../kit/ui/Status.tsx';
import { styleClass } from '../../theme/classes.ts';
import { SurveyResult } from './SurveyResult.tsx';

type Survey = ConferenceSurveyRow & { id: string; status: keyof typeof conferenceSurvey.statuses };

const headClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2',
  alignItems: 'center',
  '& strong': { flex: '1 1 160px', minW: '0' },
});

/** The survey of a meeting: how it stands, and the way to it. */
export function SurveyTab({ id }: { id: string }) {
  const { t } = useTranslation(conferenceSurvey.name);
  const { dateTime } = useFormats();
  const navigate = useNavigate();
  const mayCount = useCan(conferenceSurvey.code, 'aggregate');
  const { data } = useQuery<Survey[]>(`${conferenceSurvey.path}?filter[conferenceId][]=${id}&limit=1`, {
    follow: conferenceSurvey.code,
  });
  if (!data) return <SkeletonRows />;
  const [survey] = data;
  const open = (to: string) => void navigate(`../conference?part=surveys&tab=all${to}`);
  if (!survey)
    return (
      <DetailBody>
        <p>{t('empty.text')}</p>
        <p>
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
