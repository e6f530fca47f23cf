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
  const given = useFormValues(REACHING);
  const words = useFormValues(WORDS);
  const places = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const { data } = useQuery<Reach>(`${announcement.path}/recipients`, {
    query: { places: JSON.stringify(places) },
    read: count,
  });
  const said = (value: unknown) => (typeof value === 'string' ? value : '');
  return (
    <>
      {data && <ReachLine reach={data} types={sendTypesOf(places)} />}
      {(said(words.title) || said(words.content)) && (
        <PhoneFrame label={t('preview')}>
          <strong>{said(words.title)}</strong>
          <RichText markup={said(words.content)} />
        </PhoneFrame>
      )}
    </>
  );
}
