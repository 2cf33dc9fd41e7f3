export const nameProblem = 'Enter a name, on one line, that tells you from others.';
export const emailProblem = 'Enter an address such as ada@example.com, in plain letters.';
