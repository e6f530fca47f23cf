export { CategoriesPart } from './CategoriesPart.tsx';
