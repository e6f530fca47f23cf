import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';

/** Search input for messages. */
export function WordsInput({ label, typed, type }: { label: string; typed: string; type: (words: string) => void }) {
  const { t } = useTranslation('room');
  return (
    <TextInput
      type="search"
      icon={Search}
      autoFocus
      maxLength={100}
      aria-label={label}
      placeholder={t('search.words')}
      value={typed}
      onChange={event => type(event.target.value)}
    />
  );
}
