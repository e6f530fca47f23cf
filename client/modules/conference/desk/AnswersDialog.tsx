import { conference } from '@lobby/shared/modules/conference.ts';
import { type ConferenceUnitRow, conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../../kit/http/api.ts';
import { useRows } from '../../../kit/live/useRows.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { useFieldWords } from '../../../kit/ui/form/form-context.ts';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { Dialog } from '../../../kit/ui/overlay/Dialog.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { rowOf, useDoor } from './door.ts';
import { UnitCodeField } from './UnitCodeField.tsx';

type Held = ConferenceUnitRow & { id: string };

/** Answers on paper with the act for each, chosen by number keys. */
const ANSWERS = [
  ['ATTEND', 'register'],
  ['NOT_ATTEND', 'decline'],
  ['AUTHORIZED', 'authorize'],
] as const;

const formClass = styleClass({
  display: 'grid',
  gap: '3',
  gridTemplateColumns: { base: '1fr', md: '1fr 1fr' },
  '& > [data-wide]': { gridColumn: '1 / -1' },
  '& ul': { listStyle: 'none', m: '0', p: '0', display: 'grid', gap: '1', textStyle: 'sm' },
  '& [role=alert]': { color: 'bad.fg' },
});

/** Enters answers given on paper one after another: unit, answer, representative; Enter saves and clears the form. */
export function AnswersDialog({ conferenceId, onClose }: { conferenceId: string | null; onClose: () => void }) {
  const { t } = useTranslation([conferenceUnit.name, 'common']);
  const say = useFieldWords(conferenceUnit.name);
  const meetings =
    useRows(conference, { filter: { status: { in: ['ONGOING'] } }, sort: 'startAt', limit: 20 }).data ?? [];
  const [chosen, setChosen] = useState(conferenceId ?? '');
  const meetingId = chosen || meetings[0]?.id || '';
  const box = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [answer, setAnswer] = useState('1');
  const [name, setName] = useState('');
  const [paper, setPaper] = useState('');
  const {
    busy,
    error,
    code: why,
    faults,
    run,
  } = useSubmit({ representativeName: name, representativeIdentifier: paper });
  const [missing, setMissing] = useState(false);
  const door = useDoor(meetingId || null);
  const [done, setDone] = useState<readonly Held[]>([]);
  const [attendance, act] = ANSWERS[Number(answer) - 1] ?? ANSWERS[0];
  const store = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const row = door && rowOf(door.rows, code);
      if (!row) return setMissing(true);
      setMissing(false);
      const proxy =
        act === 'authorize'
          ? { representativeKind: 'OTHER', representativeName: name.trim(), representativeIdentifier: paper.trim() }
          : {};
      const body = { channel: 'PAPER', ...proxy };
      const answered = await request<Held>('PUT', `${conferenceUnit.path}/${row.id}/${act}`, { ...scopeNow(), body });
      setDone(before => [answered.data, ...before].slice(0, 8));
      setCode('');
      // A proxy often hands in several papers, so the name stays.
      if (act !== 'authorize') {
        setName('');
        setPaper('');
      }
      box.current?.focus();
    });
  };
  return (
    <Dialog
      open
      wide
      title={t('answers.title')}
      description={t('answers.help')}
      first={box}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:act.close')}</Button>
          <Button type="submit" form="meeting-answers" look="filled" keys="Enter" busy={busy}>
            {t('answers.save')}
          </Button>
        </>
      }
    >
      <form id="meeting-answers" noValidate onSubmit={store} className={formClass()}>
        {meetings.length > 1 && (
          <div data-wide="">
            <Field label={t('desk.meeting')}>
              <Select
                value={meetingId}
                choices={meetings.map(meeting => ({ value: meeting.id, label: meeting.name }))}
                onChange={event => setChosen(event.target.value)}
              />
            </Field>
          </div>
        )}
        <UnitCodeField label={t('answers.unit')} box={box} value={code} onChange={setCode} />
        <Field label={t('fields.attendance')} required>
          <Select
            value={answer}
            choices={ANSWERS.map(([value], at) => ({
              value: String(at + 1),
              label: `${at + 1}. ${say.option('attendance', value)}`,
            }))}
            onChange={event => setAnswer(event.target.value)}
          />
        </Field>
        {attendance === 'AUTHORIZED' && (
          <>
            <Field label={t('fields.representativeName')} error={faults.representativeName} required>
              <TextInput maxLength={100} value={name} onChange={event => setName(event.target.value)} />
            </Field>
            <Field label={t('inputs.representativeIdentifier')} error={faults.representativeIdentifier} required>
              <TextInput maxLength={40} value={paper} onChange={event => setPaper(event.target.value)} />
            </Field>
          </>
        )}
        <div data-wide="" aria-live="polite">
          <Refused error={error || (missing ? t('desk.notFound') : '')} code={why} />
          <ul>
            {done.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a unit may be answered for twice
              <li key={`${row.id} ${at}`}>
                <RefName to="unit" id={row.unitId} />: {say.option('attendance', row.attendance)}
                {row.representativeName && ` · ${row.representativeName}`}
              </li>
            ))}
          </ul>
        </div>
      </form>
    </Dialog>
  );
}
