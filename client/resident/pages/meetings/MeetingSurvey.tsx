import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { ownSurveyAnswer } from '@lobby/shared/modules/conference-survey.contract.ts';
import { type conferenceSurvey, optionsOf, type Question } from '@lobby/shared/modules/conference-survey.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call, type Refused } from '../../data/api.ts';
import { useContract } from '../../data/contract.ts';
import { type SeenRecord, useDetail, useRows } from '../../data/rows.ts';
import { useSession } from '../../data/session.ts';
import { NumberField } from '../../parts/NumberField.tsx';
import { Labelled, SendPart, Tag } from '../../parts/parts.tsx';
import { t, when } from '../../words.ts';

type Survey = SeenRecord<typeof conferenceSurvey>;

type Said = AnswerOf<typeof ownSurveyAnswer>['values'][number];

const FOLLOWED = ['CONFERENCE'];

/** Survey of a meeting: answered for the home, and changeable until it is closed. */
export function MeetingSurvey({ meetingId }: { meetingId: string }) {
  const found = useRows<typeof conferenceSurvey>(
    '/conference-survey',
    { filter: { conferenceId: { in: [meetingId] } } },
    FOLLOWED,
  ).data?.[0];
  const whole = useDetail<typeof conferenceSurvey>('/conference-survey', found?.id, FOLLOWED).data;
  const mine = useContract<typeof ownSurveyAnswer>(
    '/conference-survey/:id/mine',
    found && { params: { id: found.id } },
    FOLLOWED,
  );
  if (!whole) return null;
  return (
    <section className="stack">
      <div className="card pad">
        <p className="section">
          <small>{t('survey.title')}</small>
          <Tag status={whole.status} />
        </p>
        <h3>{whole.title}</h3>
        {whole.intro && <p className="prose">{whole.intro}</p>}
        {mine.data?.answered && (
          <p className="muted">
            {t(whole.status === 'OPEN' ? 'survey.answered' : 'survey.thanks')}{' '}
            {mine.data.by && t('meetings.by', { name: mine.data.by, at: when(mine.data.at) })}
          </p>
        )}
      </div>
      {whole.status === 'OPEN' && mine.data && <Form survey={whole} said={mine.data.values} onSent={mine.again} />}
    </section>
  );
}

/** Returns the answer to a question from a form, as it is sent. */
function givenOf(question: Question, form: FormData, name: string): unknown {
  const typed = String(form.get(`${name}-other`) ?? '').trim();
  if (question.kind === 'TEXT') return String(form.get(name) ?? '').trim() || null;
  if (question.kind === 'SCALE' || question.kind === 'NUMBER') {
    const text = String(form.get(name) ?? '');
    return text === '' ? null : Number(String(text).replace(',', '.'));
  }
  const chosen: (number | string)[] = form.getAll(name).map(Number);
  return typed ? [...(question.kind === 'SINGLE' ? [] : chosen), typed] : chosen;
}

const draftKey = (surveyId: string, unitId: string) => `survey-draft ${surveyId} ${unitId}`;
type Typed = [name: string, value: string][];

/** Fills a form with stored input; ignores removed questions. */
function refill(form: HTMLFormElement, typed: Typed): void {
  for (const input of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    const values = typed.filter(([name]) => name === input.name).map(([, value]) => value);
    if (input.type === 'radio' || input.type === 'checkbox')
      (input as HTMLInputElement).checked = values.includes(input.value);
    else if (values[0]) input.value = values[0];
  }
}

/** Converts the home's answers to form input. */
const typedOf = (questions: readonly Question[], answers: readonly Said[]): Typed =>
  answers.flatMap(({ question, choices, number, words }): Typed => {
    const name = `q${question - 1}`;
    const free = questions[question - 1]?.kind === 'TEXT' ? name : `${name}-other`;
    return [
      ...choices.map((choice): [string, string] => [name, String(choice)]),
      ...(number === null ? [] : [[name, String(number)] as [string, string]]),
      ...(words === null ? [] : [[free, words] as [string, string]]),
    ];
  });

function Form({ survey, said, onSent }: { survey: Survey; said: readonly Said[]; onSent: () => void }) {
  const key = draftKey(survey.id, useSession()?.home.unitId ?? '');
  const place = useRef<HTMLFormElement>(null);
  const begins = useRef(said);
  const asked = useRef(survey.questions ?? []);
  // Input is stored on this device until it is sent; the initial values are the home's answers.
  useEffect(() => {
    const draft = localStorage.getItem(key);
    if (place.current) refill(place.current, draft ? JSON.parse(draft) : typedOf(asked.current, begins.current));
  }, [key]);
  const keep = () => {
    if (!place.current) return;
    const typed = [...new FormData(place.current)].map(([name, value]) => [name, String(value)]);
    localStorage.setItem(key, JSON.stringify(typed));
  };
  const [refused, setRefused] = useState<Refused | null>(null);
  const [busy, setBusy] = useState(false);
  const questions = survey.questions ?? [];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const values = Object.fromEntries(
      questions.map((question, n) => [String(n + 1), givenOf(question, form, `q${n}`)]),
    );
    setBusy(true);
    call(`/conference-survey/${survey.id}/answer`, { method: 'PUT', body: { values } })
      .then(() => {
        setRefused(null);
        localStorage.removeItem(key);
        onSent();
      }, setRefused)
      .finally(() => setBusy(false));
  };
  return (
    <form ref={place} onSubmit={submit} onInput={keep} className="stack">
      {questions.map((question, n) => (
        <fieldset key={question.text} className="choices" data-scale={question.kind === 'SCALE' ? '' : undefined}>
          <legend>
            {n + 1}. {question.text}
          </legend>
          <Inputs question={question} name={`q${n}`} />
          {refused?.fields[`values.${n + 1}`] && (
            <span className="error" role="alert">
              {refused.fields[`values.${n + 1}`]?.message}
            </span>
          )}
        </fieldset>
      ))}
      <SendPart refused={refused} label={t('survey.send')} busy={busy} />
    </form>
  );
}

function Inputs({ question, name }: { question: Question; name: string }) {
  const { kind } = question;
  if (kind === 'TEXT') return <textarea name={name} maxLength={1000} rows={3} aria-label={question.text} />;
  if (kind === 'NUMBER')
    return (
      <NumberField
        name={name}
        decimal
        min={question.min ?? undefined}
        max={question.max ?? undefined}
        aria-label={question.text}
      />
    );
  const choices = kind === 'SCALE' ? ['1', '2', '3', '4', '5'] : optionsOf(question);
  return (
    <>
      {choices.map((choice, at) => (
        <label key={choice} className="check">
          <input type={kind === 'MULTIPLE' ? 'checkbox' : 'radio'} name={name} value={at + 1} />
          <span>{choice}</span>
        </label>
      ))}
      {question.other && (
        <Labelled label={t('survey.other')}>
          <input name={`${name}-other`} maxLength={200} />
        </Labelled>
      )}
    </>
  );
}
