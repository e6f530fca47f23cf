import { conferenceSurvey, optionsOf, questionsOf } from '@lobby/shared/modules/conference-survey.ts';
import { useTranslation } from 'react-i18next';
import { useHeldRow } from '../../../kit/records/useHeldRow.ts';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { styleClass } from '../../../theme/classes.ts';

const phoneClass = styleClass({
  display: 'grid',
  gap: '4',
  maxW: '360px',
  p: '4',
  borderWidth: '1px',
  borderColor: 'border.emphasized',
  borderRadius: 'lg',
  '& fieldset': { display: 'grid', gap: '2', border: '0', p: '0', m: '0', minW: '0' },
  '& legend': { fontWeight: 'semibold', mb: '1' },
  '& label': { display: 'flex', gap: '2', alignItems: 'center', minH: 'target' },
  '& small': { color: 'fg.muted' },
});

/** Preview of a survey as households see it; sends nothing. */
export function SurveyPreview({ id }: { id: string }) {
  const { t } = useTranslation(conferenceSurvey.name);
  const survey = useHeldRow(conferenceSurvey, id);
  const questions = questionsOf({ ...survey });
  return (
    <DetailBody>
      <p>{t('preview.count', { count: questions.length, questions: questions.length })}</p>
      <div className={phoneClass()}>
        <strong>{survey.title}</strong>
        {survey.intro && <p>{survey.intro}</p>}
        {questions.map((question, n) => {
          const choices = question.kind === 'SCALE' ? ['1', '2', '3', '4', '5'] : optionsOf(question);
          const many = question.kind === 'MULTIPLE';
          return (
            <fieldset key={question.text}>
              <legend>
                {n + 1}. {question.text}
                {question.required && ' *'}
              </legend>
              {choices.map(choice => (
                <label key={choice}>
                  <input type={many ? 'checkbox' : 'radio'} name={`preview-${n}`} />
                  {choice}
                </label>
              ))}
              {choices.length === 0 && <small>{t(`options.kind.${question.kind}`)}</small>}
              {question.other && <small>{t('fields.other')}</small>}
            </fieldset>
          );
        })}
      </div>
    </DetailBody>
  );
}
