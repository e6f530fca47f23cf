import type { unansweredHomes } from '@lobby/shared/modules/conference-survey.contract.ts';
import { conferenceSurvey } from '@lobby/shared/modules/conference-survey.ts';
import { Bell } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../kit/base/toast.ts';
import { request } from '../../../kit/http/api.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';

/** Number of units listed by name; the rest is counted. */
const MOST = 200;
const listClass = styleClass({
  listStyle: 'none',
  m: '0',
  p: '0',
  display: 'grid',
  gap: '1',
  gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))',
  textStyle: 'sm',
  '& small': { color: 'fg.muted' },
});

/** Units that have not answered a survey, with a reminder to all of them. */
export function Unanswered({ id }: { id: string }) {
  const { t } = useTranslation(conferenceSurvey.name);
  const { number } = useFormats();
  const mayAct = useCan(conferenceSurvey.code, 'updateStatus');
  const { busy, error, code, run } = useSubmit();
  const { data } = useContract<typeof unansweredHomes>('/conference-survey/:id/unanswered', {
    params: { id },
    follow: conferenceSurvey.code,
    delay: 1000,
  });
  if (!data) return <SkeletonRows />;
  const remind = () =>
    run(async () => {
      const body = { channels: [{ channel: 'APP' }] };
      await request('PUT', `${conferenceSurvey.path}/${id}/remind`, { ...scopeNow(), body });
      toast({ tone: 'done', title: t('unanswered.reminded') });
    });
  return (
    <DetailBody>
      <p>{t('unanswered.count', { count: data.length, units: number(data.length) })}</p>
      <Refused error={error} code={code} />
      {mayAct && data.length > 0 && (
        <Button icon={Bell} busy={busy} onClick={() => void remind()}>
          {t('actions.remind')}
        </Button>
      )}
      <ul className={listClass()}>
        {data.slice(0, MOST).map(row => (
          <li key={row.id}>
            <RefName to="unit" id={row.unitId} />{' '}
            <small>{row.ownerId && <RefName to="resident" id={row.ownerId} />}</small>
          </li>
        ))}
      </ul>
    </DetailBody>
  );
}
