import { type FormEvent, useState } from 'react';
import { call, type Refused } from '../api.ts';
import { useReading } from '../live.ts';
import { Prose, SendPart } from '../parts.tsx';
import { t } from '../words.ts';

interface Result {
  sheets: {
    id: string;
    title: string;
    questions: {
      n: number;
      text: string;
      kind: string;
      passed?: boolean;
      answers: { n: number; text: string; weight?: number; percent?: number }[];
    }[];
  }[];
}
interface Minutes {
  discussion: string | null;
  resolutions: { text: string; passed: boolean }[];
}

const FOLLOWED = ['CONFERENCE'];

/** What a meeting has decided, once that is published. */
export function MeetingResult({ meetingId }: { meetingId: string }) {
  const result = useReading<Result>(`/conference/${meetingId}/result`, FOLLOWED).data;
  const minutes = useReading<Minutes>(`/conference/${meetingId}/minutes`, FOLLOWED).data;
  if (!result) return null;
  return (
    <section className="stack">
      <h3>{t('meetings.result')}</h3>
      {result.sheets.map(sheet => (
        <article key={sheet.id}>
          <strong>{sheet.title}</strong>
          {sheet.questions.map(question => (
            <div key={question.n}>
              <p>
                {question.n}. {question.text}{' '}
                {question.kind === 'DECISION' && (
                  <strong>{t(question.passed ? 'meetings.passed' : 'meetings.failed')}</strong>
                )}
              </p>
              <ul>
                {question.answers.map(one => (
                  <li key={one.n}>
                    {t('meetings.line', { answer: one.text, weight: one.weight ?? 0, percent: one.percent ?? 0 })}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </article>
      ))}
      {minutes?.discussion && <Prose markup={minutes.discussion} />}
    </section>
  );
}

/** An objection to what was decided, for some hours after the meeting. */
export function ObjectionForm({ meetingId }: { meetingId: string }) {
  const [refused, setRefused] = useState<Refused | null>(null);
  const [sent, setSent] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text') ?? '');
    call(`/conference/${meetingId}/minutes/object`, { method: 'PUT', body: { text } }).then(
      () => setSent(true),
      setRefused,
    );
  };
  if (sent) return <p className="notice">{t('meetings.objected')}</p>;
  return (
    <form onSubmit={submit} className="stack">
      <h3>{t('meetings.object')}</h3>
      <textarea name="text" rows={3} minLength={2} maxLength={1000} required aria-label={t('meetings.object')} />
      <SendPart refused={refused} label={t('meetings.sendObjection')} />
    </form>
  );
}
