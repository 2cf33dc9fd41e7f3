import { config, z } from 'zod';

// The pages' content security policy forbids code made from strings, which zod would try as soon as a shape is made.
if (typeof window !== 'undefined') config({ jitless: true });

export { z };
