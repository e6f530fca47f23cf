import type { DecidedQuestion } from '@lobby/shared/modules/conference.contract.ts';
import { answersOf, type VoteQuestion, voteQuestionsOf, voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { useTranslation } from 'react-i18next';
import { useHeldRow } from '../../../kit/records/useHeldRow.ts';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { QuestionResult } from './DecidedSheet.tsx';
import { OpenBallots } from './OpenBallots.tsx';

interface ResultLine {
  question: number;
  answer: number;
  ballots: number | null;
  weight: number;
  percent: number;
  passed: boolean;
  tie: boolean;
}

/** Stored result lines of a question in the form that `DecidedSheet` shows. */
function decidedOf(question: VoteQuestion, n: number, lines: readonly ResultLine[], base: number): DecidedQuestion {
  const ofQuestion = lines.filter(line => line.question === n);
  const line = (answer: number) => ofQuestion.find(row => row.answer === answer);
  const figures = (answer: number) => {
    const { weight = 0, percent = 0, ballots = 0, tie = false } = line(answer) ?? {};
    return { weight, percent, ballots, tie };
  };
  return {
    n,
    text: question.text,
    kind: question.kind,
    answers: answersOf(question).map((text, at) => ({ n: at + 1, text, ...figures(at + 1) })),
    blank: figures(0),
    invalid: figures(-1),
    base,
    passed: ofQuestion.some(row => row.passed),
  };
}

/** Result of a vote; empty before the count. */
export function VoteResult({ id }: { id: string }) {
  const { t } = useTranslation(voteSheet.name);
  const row = useHeldRow(voteSheet, id);
  if (!row.countedAt)
    return (
      <DetailBody>
        <p>{t('results.waiting')}</p>
      </DetailBody>
    );
  return (
    <DetailBody>
      {voteQuestionsOf(row).map((question, n) => (
        <QuestionResult
          key={question.text}
          of={decidedOf(question, n + 1, row.results ?? [], row.baseWeight ?? 0)}
          notCast={{ units: row.notCastUnits ?? 0, weight: row.notCastWeight ?? 0 }}
        />
      ))}
      {row.secret === false && <OpenBallots id={id} questions={voteQuestionsOf(row)} />}
    </DetailBody>
  );
}
