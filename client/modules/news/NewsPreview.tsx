import { news } from '@lobby/shared/modules/news.ts';
import { useTranslation } from 'react-i18next';
import { useFormValues } from '../../kit/ui/form/useFormValues.ts';
import { PhoneFrame } from '../../kit/ui/layout/PhoneFrame.tsx';
import { RichText } from '../../kit/ui/RichText.tsx';

const { title, summary, content } = news.fields;
const ASKED = { title, summary, content };

/** Preview of the article in the residents' app while it is edited. */
export function NewsPreview() {
  const { t } = useTranslation('news');
  const typed = useFormValues(ASKED);
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  if (!textOf(typed.title) && !textOf(typed.summary) && !textOf(typed.content)) return null;
  return (
    <PhoneFrame label={t('preview')}>
      <strong>{textOf(typed.title)}</strong>
      {textOf(typed.summary) && <small>{textOf(typed.summary)}</small>}
      <RichText markup={textOf(typed.content)} />
    </PhoneFrame>
  );
}
