import { conference } from '@lobby/shared/modules/conference.ts';
import { ListChecks, MonitorPlay } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { Invited } from './Invited.tsx';
import { QuorumBars } from './QuorumBars.tsx';
import { useQuorum } from './quorum.ts';

const rowClass = styleClass({ display: 'flex', flexWrap: 'wrap', gap: '2', mt: '4' });

/** Quorum of a meeting, with links to its units and the check-in desk. */
export function AttendanceTab({ id }: { id: string }) {
  const { t } = useTranslation(conference.name);
  const navigate = useNavigate();
  const quorum = useQuorum(id);
  if (!quorum) return <SkeletonRows />;
  return (
    <DetailBody>
      <QuorumBars of={quorum} />
      <Invited id={id} />
      <div className={rowClass()}>
        <Button icon={ListChecks} onClick={() => void navigate(`../conference-unit?tab=all&conferenceId=${id}`)}>
          {t('attendance.list')}
        </Button>
        <Button icon={MonitorPlay} onClick={() => void navigate(`../conference-unit?screen=desk&conferenceId=${id}`)}>
          {t('attendance.desk')}
        </Button>
      </div>
    </DetailBody>
  );
}
