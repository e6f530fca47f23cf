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
  const said = (value: unknown) => (typeof value === 'string' ? value : '');
  if (!said(typed.title) && !said(typed.summary) && !said(typed.content)) return null;
  return (
    <PhoneFrame label={t('preview')}>
      <strong>{said(typed.title)}</strong>
      {said(typed.summary) && <small>{said(typed.summary)}</small>}
      <RichText markup={said(typed.content)} />
    </PhoneFrame>
  );
}
