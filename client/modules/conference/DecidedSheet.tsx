import { voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { Bars } from './Bars.tsx';

interface Figures {
  weight?: number;
  percent?: number;
  ballots?: number;
}
/** A vote as the result tells of it: without figures until it is counted. */
export interface Decided {
  id: string;
  title: string;
  status: string;
  questions: {
    n: number;
    text: string;
    kind: string;
    answers: ({ n: number; text: string; tie?: boolean } & Figures)[];
    passed?: boolean;
  }[];
}

/** A vote in the result of a meeting. */
export function DecidedSheet({ sheet }: { sheet: Decided }) {
  const { t } = useTranslation(voteSheet.name);
  const { number } = useFormats();
  return (
    <section>
      <h3>{sheet.title}</h3>
      {sheet.status !== 'COUNTED' && <p>{t('results.waiting')}</p>}
      {sheet.status === 'COUNTED' &&
        sheet.questions.map(({ n, text, kind, answers, passed }) => (
          <div key={n}>
            <p>
              {n}. {text} {kind === 'DECISION' && <strong>{t(passed ? 'results.passed' : 'results.failed')}</strong>}
            </p>
            <Bars
              of={answers.map(({ n: at, text: said, tie, weight = 0, percent = 0, ballots = 0 }) => ({
                key: String(at),
                percent,
                label: tie ? `${said} · ${t('results.tie')}` : said,
                figures: t('results.line', {
                  weight: number(weight),
                  percent: number(percent),
                  ballots: number(ballots),
                }),
              }))}
            />
          </div>
        ))}
    </section>
  );
}
