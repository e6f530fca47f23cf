import { formPage } from '../../forms/form-page.tsx';
import { WORKS } from '../../forms/kinds.ts';

export const Page = formPage(WORKS);
