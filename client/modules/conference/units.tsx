import { conference } from '@lobby/shared/modules/conference.ts';
import { ANSWER_SHEET, type ConferenceUnitRow, conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { ClipboardPen, MonitorPlay, Printer, Users } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import type { RecordOf } from '../../kit/base/matches.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button, IconButton } from '../../kit/ui/controls/Button.tsx';
import { ImportSheet } from '../../kit/ui/import/ImportSheet.tsx';
import { usePhone } from '../../kit/ui/layout/phone.ts';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { CardRow } from '../../kit/ui/list/rows/CardCells.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { styleClass } from '../../theme/classes.ts';
import { MeetingChoice } from './attendance/MeetingChoice.tsx';
import { AnswersDialog } from './desk/AnswersDialog.tsx';
import { Desk } from './desk/Desk.tsx';
import { useExact } from './votes/exact.ts';
import { FilterTotals } from './votes/FilterTotals.tsx';

const WIDTHS = {
  unitId: 110,
  blockId: 90,
  ownerId: 180,
  weight: 90,
  attendance: 130,
  representativeName: 170,
  checkIn: 140,
  checkedInAt: 150,
};

const screenClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  h: 'full',
  minH: '0',
  '& > header': { flex: 'none', px: '4', pt: '3', '& > *': { maxW: '480px' } },
  '& > div': { flex: '1', minH: '0' },
});

/** List card of a unit on phones. */
function Card({ row }: { row: ConferenceUnitRow & { id: string } }) {
  const { t } = useTranslation(conferenceUnit.name);
  const exact = useExact();
  const comes = row.attendance === 'AUTHORIZED' ? row.representativeName : null;
  return (
    <CardRow
      id={row.id}
      lead={<RefName to="unit" id={row.unitId} />}
      time={t('desk.votes', { weight: exact(row.weight ?? 0) })}
      title={row.ownerId ? <RefName to="resident" id={row.ownerId} /> : '–'}
      kind={[t(`options.attendance.${row.attendance}`), comes].filter(Boolean).join(' · ')}
      person={row.checkIn === 'CHECKED_IN' && t('options.checkIn.CHECKED_IN')}
    />
  );
}

/** Hides acts that make no sense in the row's state. */
function wordingOf({ checkIn, attendance, leftAt }: RecordOf<typeof conferenceUnit>): Readonly<Record<string, null>> {
  const inside = checkIn === 'CHECKED_IN';
  const answers = { register: null, decline: null, authorize: null, revoke: null, 'check-in': null };
  if (inside) return { ...answers, ...(leftAt ? { leave: null } : { 'come-back': null }) };
  return attendance === 'ATTEND' ? { register: null } : {};
}

/** Units of a meeting with answers and attendance. The check-in desk is a separate screen. */
export function Component() {
  const { t } = useTranslation(conferenceUnit.name);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { save } = useExport();
  const mayAct = useCan(conferenceUnit.code, 'updateStatus');
  const [keying, setKeying] = useState(false);
  const phone = usePhone();
  const [none, setNone] = useState(false);
  const noMeeting = useCallback(() => setNone(true), []);
  if (params.get('screen') === 'desk') return <Desk conferenceId={params.get('conferenceId')} />;
  const meetingId = params.get('conferenceId');
  const openDesk = () => void navigate(`?screen=desk${meetingId ? `&conferenceId=${meetingId}` : ''}`);
  const more = ({ id, ...row }: RecordOf<typeof conferenceUnit>) => [
    ...(row.attendance === 'AUTHORIZED' && row.representativeName
      ? [
          {
            key: 'held',
            label: t('held'),
            icon: Users,
            onSelect: () =>
              void navigate(
                `?tab=authorized&conferenceId=${row.conferenceId}&q=${encodeURIComponent(row.representativeName ?? '')}`,
              ),
          },
        ]
      : []),
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
    <div className={screenClass()}>
      {/* On phones an open row takes the whole page. */}
      {!(phone && params.has('id')) && (
        <header>
          <MeetingChoice onNone={noMeeting} />
        </header>
      )}
      {keying && <AnswersDialog conferenceId={params.get('conferenceId')} onClose={() => setKeying(false)} />}
      {/* No list until the meeting is known, so that it never mixes units of several meetings. */}
      {(meetingId || none || params.has('id')) && (
        <RecordsPage
          definition={conferenceUnit}
          widths={WIDTHS}
          card={row => <Card row={row} />}
          place="conferenceId"
          detail={{ more, wording: wordingOf }}
          headExtras={
            <>
              <FilterTotals />
              {mayAct &&
                (phone ? (
                  <>
                    <IconButton icon={ClipboardPen} label={t('answers.title')} onClick={() => setKeying(true)} />
                    <IconButton icon={MonitorPlay} label={t('desk.open')} onClick={openDesk} />
                  </>
                ) : (
                  <>
                    <ImportSheet definition={ANSWER_SHEET.definition} />
                    <Button icon={ClipboardPen} onClick={() => setKeying(true)}>
                      {t('answers.title')}
                    </Button>
                    <Button icon={MonitorPlay} onClick={openDesk}>
                      {t('desk.open')}
                    </Button>
                  </>
                ))}
            </>
          }
        />
      )}
    </div>
  );
}
