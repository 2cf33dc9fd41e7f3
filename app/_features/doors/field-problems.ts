export const nameProblem = 'Enter a name, on one line.';
export const emailProblem = 'Enter an address such as ada@example.com, in plain letters.';
