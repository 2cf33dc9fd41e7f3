import { AppError } from '../shared/app-error';

/** Refuses a name that another person has or had. The form shows it at its field. */
export function nameTaken(): AppError {
  const words = 'Someone here has or had this name. Add an initial or a last name.';
  return new AppError('invalid_body', words, { fields: { name: words } });
}
