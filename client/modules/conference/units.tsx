import { conference } from '@lobby/shared/modules/conference.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { ClipboardPen, MonitorPlay, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import type { Row } from '../../kit/base/matches.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { useExport } from '../../kit/ui/list/useExport.ts';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { AnswersDialog } from './AnswersDialog.tsx';
import { Desk } from './Desk.tsx';
import { FilterTotals } from './FilterTotals.tsx';
import { MeetingChoice } from './MeetingChoice.tsx';

const WIDTHS = {
  unitId: 110,
  conferenceId: 240,
  blockId: 90,
  ownerId: 180,
  weight: 90,
  attendance: 130,
  representativeName: 170,
  checkIn: 140,
  checkedInAt: 150,
};
const HIDDEN = [
  'representativeKind',
  'desk',
  'leftAt',
  'answeredBy',
  'beforeChange',
  'invitedAt',
  'code6',
  'createdAt',
];

/** Acts that a row has no use for now. */
function wordingOf({ checkIn, attendance, leftAt }: Row): Readonly<Record<string, null>> {
  const inside = checkIn === 'CHECKED_IN';
  const answers = { register: null, decline: null, authorize: null, revoke: null, 'check-in': null };
  if (inside) return { ...answers, ...(leftAt ? { leave: null } : { 'come-back': null }) };
  return attendance === 'ATTEND' ? { register: null } : {};
}

/** The units at meetings: who answers for them, who is there; the desk at the door is a screen of its own. */
export function Component() {
  const { t } = useTranslation(conferenceUnit.name);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { save } = useExport();
  const mayAct = useCan(conferenceUnit.code, 'updateStatus');
  const [keying, setKeying] = useState(false);
  if (params.get('screen') === 'desk') return <Desk conferenceId={params.get('conferenceId')} />;
  const more = ({ id, ...row }: Row) => [
    {
      key: 'proxy',
      label: t('printProxy'),
      icon: Printer,
      onSelect: () => save(`${conference.path}/${row.conferenceId}/proxy-form?ids=${id}`, scopeNow()),
    },
    {
      key: 'pass',
      label: t('print'),
      icon: Printer,
      onSelect: () => save(`${conferenceUnit.path}/${id}/pass`, scopeNow()),
    },
  ];
  return (
    <>
      {keying && <AnswersDialog conferenceId={params.get('conferenceId')} onClose={() => setKeying(false)} />}
      <RecordsPage
        definition={conferenceUnit}
        widths={WIDTHS}
        hidden={HIDDEN}
        place="conferenceId"
        detail={{ more, wording: wordingOf }}
        headExtras={
          <>
            <MeetingChoice />
            <FilterTotals />
            {mayAct && (
              <>
                <Button icon={ClipboardPen} onClick={() => setKeying(true)}>
                  {t('answers.title')}
                </Button>
                <Button icon={MonitorPlay} onClick={() => void navigate('?screen=desk')}>
                  {t('desk.open')}
                </Button>
              </>
            )}
          </>
        }
      />
    </>
  );
}
