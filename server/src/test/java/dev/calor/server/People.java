package dev.calor.server;

import dev.calor.random.RandomStream;

/** A small made-up table: numbers, levels, blanks. */
final class People {
    private People() {}

    static String csv(int rows) {
        RandomStream random = RandomStream.of(7);
        StringBuilder text = new StringBuilder("age,sex,city,income\n");
        for (int row = 0; row < rows; row++) {
            int age = 18 + random.nextInt(60);
            text.append(age).append(random.nextInt(2) == 0 ? ",Female," : ",Male,");
            text.append(random.nextInt(12) == 0 ? "" : new String[] {"Rome", "Oslo", "Lima"}[random.nextInt(3)]);
            text.append(age + random.nextInt(30) > 60 ? ",high" : ",low").append('\n');
        }
        return text.toString();
    }
}
