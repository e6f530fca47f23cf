import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { scopeNow } from '../../session/session.ts';
import { IconButton } from '../Button.tsx';
import { Menu } from '../Menu.tsx';

interface PrintButtonProps {
  /** The path of its paper under /print/:project. */
  to: string;
  /** Where it is printed in several ways: the name of each in the address, and its words. */
  sheets?: readonly (readonly [sheet: string, label: string])[];
}

/** Prints a list as it is filtered and sorted. */
export function PrintButton({ to, sheets }: PrintButtonProps) {
  const { t } = useTranslation('kit');
  const { search } = useLocation();
  const navigate = useNavigate();
  const print = (sheet?: string) => {
    const params = new URLSearchParams(search);
    if (sheet) params.set('sheet', sheet);
    void navigate(`/print/${scopeNow().projectId}/${to}?${params}`);
  };
  const button = <IconButton icon={Printer} label={t('list.print')} onClick={sheets ? undefined : () => print()} />;
  if (!sheets) return button;
  const items = sheets.map(([key, label]) => ({ key, icon: Printer, label, onSelect: () => print(key) }));
  return (
    <Menu placement="bottom-end" tooltip={t('list.print')} trigger={button} sections={[{ key: 'sheets', items }]} />
  );
}
