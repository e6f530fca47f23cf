import { poll } from '@lobby/shared/modules/poll.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useFormValues } from '../../kit/ui/form/useFormValues.ts';
import { PhoneFrame } from '../../kit/ui/layout/PhoneFrame.tsx';
import { RichText } from '../../kit/ui/RichText.tsx';

const { title, content, options, most, closesAt, anonymous } = poll.fields;
const ASKED = { title, content, options, most, closesAt, anonymous };

/** Preview of the poll in the residents' app while it is edited. */
export function PollPreview() {
  const { t } = useTranslation('poll');
  const { dateTime } = useFormats();
  const typed = useFormValues(ASKED);
  const answers = (Array.isArray(typed.options) ? (typed.options as { text?: string | null }[]) : []).flatMap(
    ({ text }) => text || [],
  );
  if (!typed.title && answers.length === 0) return null;
  const several = Number(typed.most ?? 1) > 1;
  return (
    <PhoneFrame label={t('preview.label')}>
      <strong>{String(typed.title ?? '')}</strong>
      {typeof typed.content === 'string' && <RichText markup={typed.content} />}
      {typeof typed.closesAt === 'string' && <small>{t('preview.until', { at: dateTime(typed.closesAt) })}</small>}
      {several && <small>{t('preview.most', { most: Number(typed.most) })}</small>}
      <ul>
        {answers.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an answer that is typed has no name but its place
          <li key={at}>
            <span aria-hidden data-box={several ? '' : undefined} />
            {text}
          </li>
        ))}
      </ul>
      {typed.anonymous !== true && <small>{t('preview.named')}</small>}
    </PhoneFrame>
  );
}
