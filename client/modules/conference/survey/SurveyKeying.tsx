import type { unansweredHomes } from '@lobby/shared/modules/conference-survey.contract.ts';
import { conferenceSurvey, type Question, questionsOf } from '@lobby/shared/modules/conference-survey.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../kit/base/toast.ts';
import { ApiError, request } from '../../../kit/http/api.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useHeldRow } from '../../../kit/records/useHeldRow.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { Form } from '../../../kit/ui/controls/Form.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { readDecimal } from '../../../kit/ui/form/inputs/numbers.ts';
import { ConfirmDialog } from '../../../kit/ui/overlay/ConfirmDialog.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { type DoorRow, rowOf, useDoor } from '../desk/door.ts';
import { UnitCodeField } from '../desk/UnitCodeField.tsx';

const formClass = styleClass({ display: 'grid', gap: '3', '& [role=alert]': { color: 'bad.fg' } });

/** Parses an answer by kind of question: option numbers, a number, or text. */
function givenOf({ kind }: Question, typed: string, half: string): unknown {
  const text = typed.trim();
  if (text === '') return null;
  if (kind === 'TEXT') return text;
  if (kind === 'SCALE' || kind === 'NUMBER') return readDecimal(text, half) ?? Number.NaN;
  return text.split(/[\s,;]+/).map(Number);
}

/** Enters survey answers from paper; a second sheet of a unit asks before it replaces the first. */
export function SurveyKeying({ id }: { id: string }) {
  const { t } = useTranslation([conferenceSurvey.name, 'conference-unit']);
  const { number } = useFormats();
  const survey = useHeldRow(conferenceSurvey, id);
  const questions = questionsOf({ ...survey });
  const door = useDoor(survey.conferenceId ?? null);
  const silent = useContract<typeof unansweredHomes>('/conference-survey/:id/unanswered', {
    params: { id },
    follow: conferenceSurvey.code,
    delay: 500,
  });
  const { busy, error, code: why, run } = useSubmit();
  const box = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [typed, setTyped] = useState<readonly string[]>([]);
  const [missing, setMissing] = useState(false);
  const [repeated, setRepeated] = useState<DoorRow | null>(null);
  const send = (row: DoorRow, replace = false) =>
    run(async () => {
      setRepeated(null);
      const values = Object.fromEntries(
        questions.map((question, n) => [String(n + 1), givenOf(question, typed[n] ?? '', number(0.5))]),
      );
      const body = { unitId: row.unitId, channel: 'PAPER', values, replace };
      try {
        await request('PUT', `${conferenceSurvey.path}/${id}/answer`, { ...scopeNow(), body });
      } catch (refusal) {
        // Entered by another user meanwhile: asks before replacing it as well.
        if (refusal instanceof ApiError && refusal.code === 'SURVEY_ANSWERED') return setRepeated(row);
        throw refusal;
      }
      toast({ tone: 'done', title: t('keying.done', { unit: row.unit }) });
      setCode('');
      setTyped([]);
      box.current?.focus();
      void silent.again();
    });
  const submit = () => {
    const row = door ? rowOf(door.rows, code) : undefined;
    setMissing(!row);
    if (!row) return;
    const answered = silent.data && !silent.data.some(voter => voter.id === row.id);
    if (answered) setRepeated(row);
    else void send(row);
  };
  if (survey.status !== 'OPEN')
    return (
      <DetailBody>
        <p>{t('keying.closed')}</p>
      </DetailBody>
    );
  return (
    <DetailBody>
      <Form onSubmit={submit} className={formClass()}>
        <UnitCodeField label={t('keying.unit')} box={box} value={code} onChange={setCode} />
        {questions.map((question, n) => (
          <Field key={question.text} label={`${n + 1}. ${question.text}`}>
            <TextInput
              value={typed[n] ?? ''}
              autoComplete="off"
              inputMode={question.kind === 'TEXT' ? 'text' : 'decimal'}
              placeholder={question.kind === 'MULTIPLE' ? '1, 3' : ''}
              onChange={event =>
                setTyped(before => questions.map((_, at) => (at === n ? event.target.value : (before[at] ?? ''))))
              }
            />
          </Field>
        ))}
        <Refused error={error || (missing ? t('conference-unit:desk.notFound') : '')} code={why} />
        <div>
          <Button type="submit" look="filled" keys="Enter" busy={busy}>
            {t('keying.save')}
          </Button>
        </div>
      </Form>
      {repeated && (
        <ConfirmDialog
          open
          title={t('keying.replace', { unit: repeated.unit })}
          confirm={t('keying.replaceIt')}
          onConfirm={() => void send(repeated, true)}
          onCancel={() => setRepeated(null)}
        />
      )}
    </DetailBody>
  );
}
