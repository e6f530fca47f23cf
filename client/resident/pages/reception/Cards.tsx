import { formPage } from '../../forms/form-page.tsx';
import { CARDS } from '../../forms/kinds.ts';

export const Page = formPage(CARDS);
