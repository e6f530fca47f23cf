import { announcement, REACHING, sendTypesOf } from '@lobby/shared/modules/announcement.ts';
import type { Reach } from '@lobby/shared/modules/announcement-reach.ts';
import { useTranslation } from 'react-i18next';
import { type Call, request } from '../../kit/http/api.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { useFormValues } from '../../kit/ui/form/useFormValues.ts';
import { PhoneFrame } from '../../kit/ui/layout/PhoneFrame.tsx';
import { RichText } from '../../kit/ui/RichText.tsx';
import { ReachLine } from './ReachLine.tsx';

const { title, content } = announcement.fields;
const WORDS = { title, content };

const count = async (path: string, { query, ...call }: Call) =>
  (await request<Reach>('POST', path, { ...call, body: JSON.parse(String(query?.places)) })).data;

/** Recipients by channel, recounted while the form is edited, and a preview of the text in the app. */
export function FormReach() {
  const { t } = useTranslation('announcement');
  const values = useFormValues(REACHING);
  const words = useFormValues(WORDS);
  const places = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  const { data } = useQuery<Reach>(`${announcement.path}/recipients`, {
    query: { places: JSON.stringify(places) },
    read: count,
  });
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  return (
    <>
      {data && <ReachLine reach={data} types={sendTypesOf(places)} />}
      {(textOf(words.title) || textOf(words.content)) && (
        <PhoneFrame label={t('preview')}>
          <strong>{textOf(words.title)}</strong>
          <RichText markup={textOf(words.content)} />
        </PhoneFrame>
      )}
    </>
  );
}
